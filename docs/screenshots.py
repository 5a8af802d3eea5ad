"""Take the pictures of the page in docs/images/page: `python docs/screenshots.py [VIEW...]`.

Starts a server of its own and plays games that come out the same each time: besides dates, and the fonts of the system,
a picture changes only where the page does. Each view is taken at five sizes in both looks; `touch` is a game on a phone
from the start page to the next game, by touch alone. Needs a Chromium on the system.
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
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from keypeg.position import Position
from keypeg.rules import score
from keypeg.strategies import strategy

IMAGES = Path(__file__).parent / "images" / "page"
SIZES = {
    "phone": ViewportSize(width=390, height=844),
    "side": ViewportSize(width=844, height=390),
    "tablet": ViewportSize(width=820, height=1180),
    "desk": ViewportSize(width=1280, height=800),
    "wide": ViewportSize(width=1920, height=1080),
}
LOOKS = ("light", "dark")
QUALITY = 55
LARGE, LARGE_CODE = "p10c10", "4a32916675"
CODE = "3645"
REVIEWED = "p4c6 1122=1b0w 1345=0b2w 4153=2b0w 4162=3b0w 4164=4b0w"
PUZZLED = "2026-01-07"  # a Wednesday, whose puzzle is moderate


def start(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    expect(page.get_by_role("heading", name="Can you break the code?")).to_be_visible()


def play(page: Page, url: str) -> None:
    begin(page, url, kind="break", codemaker="adversary")
    for guess in ("1123", "2345", "4216"):
        turn(page, guess)
    page.get_by_role("button", name="Codes left").click()
    expect(page.locator(".words .funnel")).to_be_visible()
    page.keyboard.type("65")


def options(page: Page, url: str) -> None:
    begin(page, url, kind="break")
    page.get_by_role("button", name="options and new game").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def bulls(page: Page, url: str) -> None:
    begin(page, url, kind="break", variant="p4c10n", palette="bulls", codemaker="adversary")
    for guess in ("1234", "5678"):
        turn(page, guess)
    page.keyboard.type("90")


def won(page: Page, url: str) -> None:
    with friend(page, url, variant="p4c6", secret=CODE) as token:
        join(page, url, token)
        for guess in ("1122", "3456", "3645"):
            turn(page, guess)
    expect(page.locator(".result h2")).to_be_visible()


def lost(page: Page, url: str) -> None:
    begin(page, url, kind="break", codemaker="adversary", guesses=8)
    for _ in range(8):
        turn(page, "1122")
    expect(page.locator(".result h2")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("skill")


def large(page: Page, url: str) -> None:
    with friend(page, url, variant=LARGE, guesses=12, secret=LARGE_CODE) as token:
        join(page, url, token)
        for guess in ("1122334455", "6677889911", "3452a16671"):
            turn(page, guess)
    page.keyboard.type("4a329")


def solve(page: Page, url: str) -> None:
    begin(page, url, kind="solve", strategy="entropy", secret=CODE)
    for _ in range(2):
        game = page.request.get(f"{url}/api/games/{page.url.split('/')[-1]}").json()
        feedback = score(CODE, game["guess"])
        send_keys(page, "b" * feedback.blacks + "w" * feedback.whites)
    page.keyboard.type("bw")


def answer(page: Page, url: str) -> None:
    begin(page, url, kind="solve", strategy="entropy")
    for keys in ("bw", "", "w"):
        send_keys(page, keys)
        if page.get_by_role("heading", name="These answers can't all be true").is_visible():
            break


def duel(page: Page, url: str) -> None:
    begin(page, url, kind="duel", secret=CODE)
    expect(page.get_by_label("Link to the game")).to_be_visible()


def match(page: Page, url: str) -> None:
    begin(page, url, kind="break", strategy="human:level=3", match={"rounds": 4})
    for _ in range(10):
        turn(page, "1122")
    page.get_by_role("button", name="Round 2").click()
    expect(page.get_by_role("button", name="Send answer")).to_be_visible()
    send_keys(page, "bw")
    page.keyboard.type("w")


def room(page: Page, url: str) -> None:
    token = page.request.post(f"{url}/api/rooms", data={"name": "Ann"}).json()["token"]
    for name, most in (("Ben", 10), ("Carla", 3), ("Dmitri", 0)):
        with visitor(page) as context:
            context.request.post(f"{url}/api/rooms/{token}/join", data={"name": name})
            play_in_room(context.request, url, token, "knuth", most)
    play_in_room(page.request, url, token, "random", 10)
    page.goto(f"{url}/room/{token}")
    expect(page.locator(".room-score tbody tr")).to_have_count(4)


def play_in_room(request: APIRequestContext, url: str, token: str, name: str, most: int) -> None:
    game = request.post(f"{url}/api/rooms/{token}/play").json()
    while not game["over"] and len(game["turns"]) < most:
        guess = str(strategy(name).choose(Position.parse(game["position"])))
        body = {"guess": guess, "seen": len(game["turns"])}
        game = request.post(f"{url}/api/games/{game['id']}/guess", data=body).json()


def daily(page: Page, url: str) -> None:
    page.request.post(f"{url}/api/daily", data={"date": "2025-06-21"})
    page.goto(f"{url}/daily/2025-06-21")
    game = page.request.get(f"{url}/api/daily?date=2025-06-21").json()["game"]
    while not game["over"]:
        guess = strategy("knuth").choose(Position.parse(game["position"]))
        turn(page, str(guess))
        game = page.request.get(f"{url}/api/daily?date=2025-06-21").json()["game"]
    expect(page.locator(".verdict")).to_contain_text("skill")


def archive(page: Page, url: str) -> None:
    play_codes_of_days(page, url, 9)
    page.goto(f"{url}/archive")
    expect(page.locator(".month").first).to_be_visible()


def rules(page: Page, url: str) -> None:
    page.goto(f"{url}/help")
    expect(page.get_by_role("heading", name="Rules")).to_be_visible()


def settings(page: Page, url: str) -> None:
    start(page, url)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def review(page: Page, url: str) -> None:
    page.goto(f"{url}/review?position={REVIEWED.replace(' ', '+')}")
    expect(page.locator(".verdict-mark")).to_have_count(5)


def explore(page: Page, url: str) -> None:
    page.goto(f"{url}/explore?position=p4c6+1122=1b1w+1344=0b2w")
    expect(page.get_by_role("heading", name="Best guesses")).to_be_visible()
    page.keyboard.type("1235")
    expect(page.locator(".promise")).to_contain_text("left on average")


def learn(page: Page, url: str) -> None:
    page.goto(f"{url}/learn/duplicates")
    expect(page.locator(".task-answer h2")).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.press("w")
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    expect(page.locator(".task-reaction .notice")).to_be_visible()


def puzzle(page: Page, url: str) -> None:
    told = page.request.post(f"{url}/api/puzzles", data={"date": PUZZLED}).json()
    page.goto(f"{url}/puzzles/{told['id']}")
    expect(page.locator(".task-answer")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Hint").click()
    expect(page.locator(".puzzle-hints > li")).to_have_count(2)


def explain(page: Page, url: str) -> None:
    page.goto(f"{url}/explain?position=p4c6+2246=2b1w+3546=1b0w+5163=1b1w")
    expect(page.locator(".deduction")).to_be_visible()
    for _ in range(7):
        page.keyboard.press("ArrowRight")


def watch(page: Page, url: str) -> None:
    page.goto(f"{url}/watch?variant=p4c6&code={CODE}&strategy=knuth")
    for number in (2, 3):
        page.get_by_role("button", name="Next guess").click()
        expect(page.get_by_role("heading", name=f"Guess {number}:")).to_be_visible()


def back(page: Page, url: str) -> None:
    play_codes_of_days(page, url, 3)
    begin(page, url, kind="break")
    turn(page, "1122")
    start(page, url)
    expect(page.get_by_role("heading", name="Your last games")).to_be_visible()


def history(page: Page, url: str) -> None:
    play_codes_of_days(page, url, 9)
    page.goto(f"{url}/history")
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()


def play_codes_of_days(page: Page, url: str, count: int) -> None:
    """Play the codes of the last days of this month but one, and have the coach judge them."""
    today = datetime.now(UTC).date()
    days = [day for back in range(count + 1, 0, -1) if (day := today - timedelta(back)).month == today.month]
    for number, day in enumerate(day for day in days if day != today - timedelta(3)):
        game = page.request.post(f"{url}/api/daily", data={"date": str(day)}).json()
        while not game["over"]:
            guess = str(strategy(("knuth", "first", "random")[number % 3]).choose(Position.parse(game["position"])))
            body = {"guess": guess, "seen": len(game["turns"])}
            game = page.request.post(f"{url}/api/games/{game['id']}/guess", data=body).json()
        page.request.get(f"{url}/api/games/{game['id']}/review")


VIEWS: dict[str, Callable[[Page, str], None]] = {
    each.__name__: each
    for each in (
        *(start, back, options, play, won, lost, bulls, large, solve, answer, duel, match, room),
        *(daily, archive, puzzle, learn, explain, watch, review, explore, history, rules, settings),
    )
}


@contextmanager
def friend(page: Page, url: str, **game: object) -> Iterator[str]:
    """Let a friend set a code, since only there the secret can be given; yield the token of the link."""
    with visitor(page) as context:
        yield context.request.post(f"{url}/api/games", data={"kind": "duel", **game}).json()["join"]


@contextmanager
def visitor(page: Page) -> Iterator[BrowserContext]:
    """Let somebody else have a browser of their own."""
    if page.context.browser is None:
        raise SystemExit("there is no browser")
    context = page.context.browser.new_context()
    yield context
    context.close()


def join(page: Page, url: str, token: str) -> None:
    page.goto(f"{url}/join/{token}")
    page.get_by_role("button", name="Break it").click()
    expect(page.locator(".stage")).to_be_visible()


def begin(page: Page, url: str, **game: object) -> None:
    made = page.request.post(f"{url}/api/games", data=game)
    if not made.ok:
        raise SystemExit(made.text())
    page.goto(f"{url}/game/{made.json()['id']}")
    expect(page.locator(".board")).to_be_visible()


def turn(page: Page, guess: str) -> None:
    expect(page.get_by_role("group", name="Guess")).to_be_visible()
    send_keys(page, guess)


def send_keys(page: Page, keys: str) -> None:
    def send() -> None:
        page.keyboard.type(keys)
        page.keyboard.press("Enter")

    with_one_row_more(page, send)


def with_one_row_more(page: Page, act: Callable[[], object]) -> None:
    rows = page.locator(".board ol > li.row:not(.active, .sent, .future)")
    before = rows.count()
    act()
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


def save(page: Page, name: str) -> None:
    """Take a picture without the marks of mouse and keyboard."""
    page.mouse.move(0, 0)
    with Image.open(io.BytesIO(page.screenshot(caret="hide"))) as image:
        image.convert("RGB").save(IMAGES / f"{name}.webp", quality=QUALITY, method=6)


def take(browser: Browser, url: str, view: str) -> None:
    """Come to a view once, and take it at every size in both looks."""
    context = browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    VIEWS[view](page, url)
    page.evaluate("() => document.activeElement?.blur()")
    for look in LOOKS:
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_timeout(100)
            save(page, f"{view}-{size}-{look}")
    context.close()


def touch(browser: Browser, url: str) -> None:
    """Play a game on a phone by touch alone, and take a picture of each step."""
    context = browser.new_context(
        viewport=SIZES["phone"], has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en-GB"
    )
    page = context.new_page()
    start(page, url)
    save(page, "touch-1-start")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator(".stage")).to_be_visible()
    save(page, "touch-2-stage")
    colors = page.get_by_role("group", name="Colors").get_by_role("button")
    steps = iter(("touch-3-guess", "touch-4-answer"))
    while not page.locator(".result").is_visible():
        game = page.request.get(f"{url}/api/games/{page.url.split('/')[-1]}").json()
        for color in strategy("knuth").choose(Position.parse(game["position"])):
            colors.nth(color - 1).tap()
        if name := next(steps, None):
            save(page, name)
        with_one_row_more(page, page.get_by_role("button", name="Send guess").tap)
        page.wait_for_timeout(200)
        if name := next(steps, None):
            save(page, name)
    expect(page.locator(".verdict")).to_contain_text("skill")
    save(page, "touch-5-won")
    page.get_by_role("button", name="Play again").tap()
    expect(page.get_by_role("heading", name="Guess 1 of 10")).to_be_visible()
    save(page, "touch-6-again")
    context.close()


def main(views: list[str]) -> None:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("no Chromium on this machine: install it, as in apt install chromium")
    IMAGES.mkdir(exist_ok=True)
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with tempfile.TemporaryDirectory() as folder, serving(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        for view in views or (*VIEWS, "touch"):
            if view == "touch":
                touch(browser, url)
            else:
                take(browser, url, view)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
