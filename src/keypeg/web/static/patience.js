// How long the page waits before it tries again what the server did not respond to.

/** Wait for some milliseconds, or until there is reason to try at once: a connection, or a person who asks. */
export function patience(milliseconds) {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const name of ["online", "keypeg-back", "keypeg-again"]) {
      addEventListener(name, end, { signal: waiting.signal });
    }
  });
}
