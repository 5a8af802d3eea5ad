// Waiting that can be cut short.

/** Wait for some milliseconds, or until the window hears one of these events. */
export function patience(milliseconds, events) {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const name of events) addEventListener(name, end, { signal: waiting.signal });
  });
}

/** Wait before the server is asked again; a connection, or a person who asks, is reason to try at once. */
export function untilTriedAgain(milliseconds) {
  return patience(milliseconds, ["online", "keypeg-back", "keypeg-again"]);
}
