"""How much the page loads, in how many requests, and how long it takes on a slow connection until a guess is possible.

    python benchmarks/time_page.py [--latency 300] [--speed 50] [--times 3]

Starts a server of its own and opens the page in the system's Chromium: cold, with nothing kept, then warm. The
connection is one of the browser's own making: the latency in milliseconds, the speed in kB/s. "First guess" is the time
from the navigation until the tray can be used; on the start page, Play is pressed as soon as it is there. Bytes are
those on the wire, headers included, until then.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAYS = {
    "/#main": ("start page", "view"),
    "/": ("start page, then Play", "guess"),
    "/play": ("`/play`", "guess"),
}
# Notes when the first view stands and when the tray can be used, and presses Play as soon as it can be pressed.
WATCH = """() => {
  const noted = {};
  const note = (name) => {
    noted[name] ??= performance.now();
    document.documentElement.classList.add(`noted-${name}`);
  };
  window.noted = noted;
  new MutationObserver(() => {
    if (document.querySelector("main h1")) note("view");
    const play = document.querySelector(".play-button");
    if (play && !("pressed" in noted)) {
      note("pressed");
      if (!location.hash) setTimeout(() => play.click()); // with an anchor, only the start is looked at
    }
    if (document.querySelector(".stage .tray button")) note("guess");
  }).observe(document, { childList: true, subtree: true });
}"""


@dataclass(frozen=True)
class Start:
    """What one start of the page took; times in milliseconds."""

    requests: int
    bytes: int
    view: float
    guess: float


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run a server with an empty history, and return its address."""
    code = "import sys; from keypeg.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "serve", "--port", "0"]
    environment = os.environ | {"KEYPEG_DATA": folder}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603
        if server.stderr is None or not (ready := re.search(r"http://\S+?(?=/ )", server.stderr.readline())):
            raise SystemExit("the server did not start")
        try:
            yield ready[0]
        finally:
            server.terminate()


def open_page(context: BrowserContext, url: str, until: str, latency: float, speed: float) -> Start:
    """Open the page, wait for the first view or guess, and return what was loaded and how long it took."""
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    throttled = {"offline": False, "latency": latency, "downloadThroughput": speed, "uploadThroughput": speed}
    session.send("Network.emulateNetworkConditions", throttled)
    sizes: dict[str, float] = {}
    kept: set[str] = set()
    session.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    session.on("Network.responseReceived", lambda event: _note_response(event, kept))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(url)
    page.wait_for_selector(f"html.noted-{until}")
    noted = page.evaluate("window.noted")
    loaded = {request: size for request, size in sizes.items() if request not in kept}
    page.close()
    return Start(len(loaded), int(sum(loaded.values())), noted["view"], noted.get("guess", 0))


def _note_response(event: dict[str, dict[str, object]], kept: set[str]) -> None:
    if event["response"].get("fromDiskCache") or event["response"].get("fromServiceWorker"):
        kept.add(str(event["requestId"]))


def report(name: str, starts: list[Start]) -> None:
    guess = median(start.guess for start in starts)
    first_guess = f"{guess / 1000:.2f} s" if guess else ""
    print(
        f"| {name} | {max(start.requests for start in starts)} | {max(start.bytes for start in starts) / 1000:.1f} kB"
        f" | {median(start.view for start in starts) / 1000:.2f} s | {first_guess} |"
    )


def measure(browser: Browser, url: str, latency: float, speed: float, times: int) -> None:
    """Open the page in each way some times, and print the medians."""
    print("| start | requests | bytes | first view | first guess |\n|---|---|---|---|---|")
    for path, (name, until) in WAYS.items():
        cold, warm = [], []
        for _ in range(times):
            context = browser.new_context()
            cold.append(open_page(context, url + path, until, latency, speed))
            warm.append(open_page(context, url + path, until, latency, speed))
            context.close()
        report(f"{name}, cold", cold)
        report(f"{name}, warm", warm)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--latency", type=float, default=300, help="milliseconds for each response (300)")
    parser.add_argument("--speed", type=float, default=50, help="kB per second (50)")
    parser.add_argument("--times", type=int, default=3, help="how often each start is measured (3)")
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise SystemExit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, serving(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        measure(browser, url, options.latency, options.speed * 1000, options.times)
        browser.close()


if __name__ == "__main__":
    main()
