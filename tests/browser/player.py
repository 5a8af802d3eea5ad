"""A person before the page: finds things by the names a screen reader would read, and plays as the engine would."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from keypeg.position import Position
from keypeg.rules import Code, score
from keypeg.strategies import strategy

_MOST_TABS = 80
# A refusal is part of the game, and a server that is down is what some tests are about.
_EXPECTED = re.compile(
    r"Failed to load resource: (the server responded with a status of 4"
    r"|net::ERR_(CONNECTION|FAILED|INCOMPLETE|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE))"
    r"|Service Worker registration blocked by Playwright"
    r"|The resource \S+ was preloaded using link preload but not used"  # on a slow machine, or in a language of a test
)


class Player:
    """One browser tab and what a person does in it."""

    def __init__(self, page: Page, url: str, spell: Callable[[str], str] = str) -> None:
        """Sit down before a page; `spell` writes the page's English in the language that it is in."""
        self.page = page
        self.url = url
        self.spell = spell
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not _EXPECTED.match(message.text):
            self.errors.append(message.text)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)
        expect(self.page.locator("main h1")).to_be_visible()

    def api(self, path: str) -> Any:
        """Ask the server something as this browser would."""
        response = self.page.request.get(f"{self.url}/api{path}")
        assert response.ok, response.text()
        return response.json()

    def begin(self, kind: str = "break", **options: Any) -> None:
        """Begin a game without the form, where a test is not about it."""
        response = self.page.request.post(f"{self.url}/api/games", data={"kind": kind, **options})
        assert response.ok, response.text()
        self.open(f"/game/{response.json()['id']}")

    @property
    def game(self) -> Any:
        """The game on the screen, as the server has it."""
        kind, game = self.page.url.split("?")[0].rstrip("/").split("/")[-2:]
        return self.api(f"/games/{game}") if kind == "game" else self.api(f"/daily?date={game}")["game"]

    @property
    def turns(self) -> Locator:
        return self.page.locator(".board ol > li.row:not(.active, .sent, .future)")

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=self.spell(name), exact=exact)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=self.spell(name))

    @property
    def result(self) -> Locator:
        """The headline of how the game came out."""
        return self.page.locator(".result h2")

    def radio(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=self.spell(name))

    def label(self, name: str) -> Locator:
        return self.page.get_by_label(self.spell(name))

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=self.spell(name) if isinstance(name, str) else name)

    def text(self, words: str | re.Pattern[str]) -> Locator:
        """Find words on the page itself; those that are only spoken stand elsewhere."""
        return self.page.locator("main").get_by_text(self.spell(words) if isinstance(words, str) else words)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Press Tab until something has the focus, as those do who have no mouse."""
        for _ in range(_MOST_TABS):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"{target} is not reached by Tab")

    def join(self, path: str) -> None:
        """Open the link of a game for two, and sit down."""
        self.open(path)
        self.button("Break it").click()
        expect(self.heading("Break your friend's code")).to_be_visible()

    def type_guess(self, guess: str) -> None:
        """Make a guess by keys, and wait for its feedback."""
        self.make(lambda: self.press(*guess, "Enter"))

    def tap_guess(self, guess: str) -> None:
        """Make a guess by touch: a tap on each color, then on Send."""
        colors = self.page.get_by_role("group", name="Colors").get_by_role("button")

        def taps() -> None:
            for color in Code(guess):
                colors.nth(color - 1).tap()
            self.button("Send guess").tap()

        self.make(taps)

    def make(self, act: Any) -> None:
        before = self.turns.count()
        act()
        expect(self.turns).to_have_count(before + 1)

    def good_guess(self) -> str:
        """Think of the guess that the engine would make."""
        return str(strategy("knuth").choose(Position.parse(self.game["position"])))

    def right_keys(self, secret: str) -> str:
        """Work out the key pegs for the computer's guess, as keys to press: `bbw`."""
        feedback = score(Code(secret), Code(self.game["guess"]))
        return "b" * feedback.blacks + "w" * feedback.whites
