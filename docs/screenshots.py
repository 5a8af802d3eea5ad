"""Take the pictures of the page in docs/images: `python docs/screenshots.py [VIEW...]`.

Starts a server of its own and plays games that come out the same each time: besides dates, and the fonts of the system,
a picture changes only where the page does. Needs a Chromium on the system.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from keypeg.position import Position
from keypeg.strategies import strategy

IMAGES = Path(__file__).parent / "images"
SIZES = {
    "phone": (ViewportSize(width=390, height=844), 1.5),
    "desk": (ViewportSize(width=1200, height=860), 1.0),
}
LOOKS = ("light", "dark")
COLORS = 256
LARGE = "p10c10"
REVIEWED = "p4c6 1122=1b0w 1345=0b2w 4153=2b0w 4162=3b0w 4164=4b0w"


def start(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    expect(page.get_by_role("heading", name="Can you break the code?")).to_be_visible()


def play(page: Page, url: str) -> None:
    begin(page, url, kind="break", codemaker="adversary")
    for guess in ("1123", "2345", "4216", "5162"):
        turn(page, guess)
    page.keyboard.type("65")
    for note in ("red ruled out in hole 1", "red ruled out in hole 2", "green ruled out in hole 3"):
        if page.get_by_role("button", name=note).is_visible():
            page.get_by_role("button", name=note).click()
    page.get_by_label("Aids").check()


def large(page: Page, url: str) -> None:
    """Break a friend's code, since only there the secret can be given."""
    friend = page.context.browser.new_context() if page.context.browser else page.context
    game = {"kind": "duel", "variant": LARGE, "guesses": 12, "secret": "4a32916675"}
    token = friend.request.post(f"{url}/api/games", data=game).json()["join"]
    friend.close()
    page.goto(f"{url}/join/{token}")
    page.get_by_role("button", name="Break it").click()
    for guess in ("1122334455", "6677889911", "3452a16671"):
        turn(page, guess)
    page.keyboard.type("4a329")


def answer(page: Page, url: str) -> None:
    begin(page, url, kind="solve", strategy="entropy")
    for keys in ("bw", "", "w"):
        rows = page.locator(".board ol > li.row:not(.active, .future)")
        before = rows.count()
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
        expect(rows).to_have_count(before + 1)
        if page.get_by_role("heading", name="These answers can't all be true").is_visible():
            break


def daily(page: Page, url: str) -> None:
    page.request.post(f"{url}/api/daily", data={"date": "2025-06-21"})
    page.goto(f"{url}/daily/2025-06-21")
    game = page.request.get(f"{url}/api/daily?date=2025-06-21").json()["game"]
    while not game["over"]:
        guess = strategy("knuth").choose(Position.parse(game["position"]))
        turn(page, str(guess))
        game = page.request.get(f"{url}/api/daily?date=2025-06-21").json()["game"]
    expect(page.get_by_role("heading", name="Solved in")).to_be_visible()


def review(page: Page, url: str) -> None:
    page.goto(f"{url}/review?position={REVIEWED.replace(' ', '+')}")
    expect(page.locator(".verdict-mark")).to_have_count(5)


def explore(page: Page, url: str) -> None:
    page.goto(f"{url}/explore?position=p4c6+1122=1b1w+1344=0b2w")
    expect(page.get_by_role("heading", name="Best guesses")).to_be_visible()
    page.keyboard.type("1235")
    expect(page.locator(".promise")).to_contain_text("left on average")


def history(page: Page, url: str) -> None:
    for day in range(1, 8):
        page.request.post(f"{url}/api/daily", data={"date": f"2025-07-{day:02}"})
        game = page.request.get(f"{url}/api/daily?date=2025-07-{day:02}").json()["game"]
        while not game["over"]:
            guess = str(strategy("knuth" if day % 2 else "first").choose(Position.parse(game["position"])))
            body = {"guess": guess, "seen": len(game["turns"])}
            game = page.request.post(f"{url}/api/games/{game['id']}/guess", data=body).json()
    page.goto(f"{url}/history")
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()


VIEWS: dict[str, Callable[[Page, str], None]] = {
    "start": start,
    "play": play,
    "large": large,
    "answer": answer,
    "daily": daily,
    "review": review,
    "explore": explore,
    "history": history,
}


def begin(page: Page, url: str, **game: object) -> None:
    made = page.request.post(f"{url}/api/games", data=game)
    if not made.ok:
        raise SystemExit(made.text())
    page.goto(f"{url}/game/{made.json()['id']}")
    expect(page.locator(".board")).to_be_visible()


def turn(page: Page, guess: str) -> None:
    rows = page.locator(".board ol > li.row:not(.active, .future)")
    expect(page.get_by_role("group", name="Guess")).to_be_visible()
    before = rows.count()
    page.keyboard.type(guess)
    page.keyboard.press("Enter")
    expect(rows).to_have_count(before + 1)


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run a server with an empty history, and return its address."""
    command = [
        sys.executable,
        "-c",
        "import sys; from keypeg.cli import main; sys.exit(main())",
        "serve",
        "--port",
        "0",
    ]
    environment = os.environ | {"KEYPEG_DATA": folder}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        if server.stderr is None or not (ready := re.search(r"http://\S+?(?=/ )", server.stderr.readline())):
            raise SystemExit("the server did not start")
        try:
            yield ready[0]
        finally:
            server.terminate()


def save(picture: bytes, path: Path) -> None:
    """Write a picture with few colors, which is small and looks the same."""
    with Image.open(io.BytesIO(picture)) as image:
        few = image.convert("RGB").quantize(COLORS, kmeans=2, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


def take(browser: Browser, url: str, view: str, size: str, look: str) -> None:
    viewport, scale = SIZES[size]
    context = browser.new_context(
        viewport=viewport,
        device_scale_factor=scale,
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    VIEWS[view](page, url)
    page.mouse.move(0, 0)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    save(page.screenshot(), IMAGES / f"page-{view}-{size}-{look}.png")
    context.close()


def main(views: list[str]) -> None:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("no Chromium on this machine: install it, as in apt install chromium")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with tempfile.TemporaryDirectory() as folder, serving(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        for view in views or VIEWS:
            for size in SIZES:
                for look in LOOKS:
                    take(browser, url, view, size, look)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
