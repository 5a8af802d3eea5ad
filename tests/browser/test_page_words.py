"""Words apart from the code: in a throw-away language, nothing on any view is left in English."""

import json
import re
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.player import Player
from browser.views import VIEWS
from browser.watch import WATCH

Visit = Callable[..., Player]

STATIC = resources.files("keypeg.web") / "static"
ENGLISH = json.loads((STATIC / "words" / "en.json").read_text())
WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1) if chr(code).isalpha()}
# What the server says, by the names it has in its responses.
SERVED = {
    *("headline", "words", "message", "note", "explanation", "lines", "name", "position", "strategy", "text"),
    *("title", "intro", "end", "question", "possible", "grade_words", "techniques", "why"),
}
# The name of the program, those of languages, and codes and colors by their letters, which the server gives out.
KEPT = re.compile(r"Keypeg|English|Deutsch|Español|\bel\b|\b[RGBYOP]{4}\b")


def spell(text: str) -> str:
    """Write a text in letters that no word of English has."""
    return text.translate(WIDE)


def spell_entry(entry: Any) -> Any:
    """Write an entry of the catalogue in those letters, but for what is filled in."""
    if isinstance(entry, dict):
        return {form: spell_entry(text) for form, text in entry.items()}
    return "".join(part if part.startswith("{") else spell(part) for part in re.split(r"(\{\w+\})", entry))


def add_language(page: Page, name: str, catalogue: dict[str, Any]) -> None:
    """Do what adding a language takes, to the page as it was delivered: one catalogue, and one name in the list."""

    def add(route: Route) -> None:
        response = route.fetch()
        script = re.sub(r"LANGUAGES=\{", f'LANGUAGES={{{name}:"{name}",', response.text(), count=1)
        places = json.dumps({"first": f"/words/{name}.json", "rest": f"/words/{name}.json"})
        script = re.sub(r"words:\{", f'words:{{"{name}":{places},', script, count=1)
        route.fulfill(response=response, body=script)

    page.route(re.compile(r"/assets/page-\w+\.js$"), add)
    page.route(f"**/words/{name}.json", lambda route: route.fulfill(json=catalogue))


def texts(response: Any, name: str = "") -> Iterator[str]:
    """Go through what a response of the server says to people."""
    if isinstance(response, dict):
        for key, value in response.items():
            yield from texts(value, key)
    elif isinstance(response, list):
        for value in response:
            yield from texts(value, name)
    elif isinstance(response, str) and name in SERVED:
        yield response


class Foreigner(Player):
    """A person whose browser asks for Greek, which is English in strange letters here."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url, spell)
        self._served: set[str] = set()
        page.add_init_script(f"({WATCH})()")
        add_language(page, "el", {key: spell_entry(entry) for key, entry in ENGLISH.items()} | {"locale": "el"})
        page.route(re.compile(r"/api/(?!.*/events)"), self._listen)

    def _listen(self, route: Route) -> None:
        response = route.fetch()
        if "json" in response.headers.get("content-type", ""):
            self._served.update(texts(response.json()))
        route.fulfill(response=response)

    def english(self) -> list[str]:
        """Find what is left in English, besides what came from the server."""
        if "/game/" in self.page.url:
            self._served.update(texts(self.game))  # what came as an event, too
        if found := re.search(r"/review/([\w-]+)", self.page.url):
            self._served.update(texts(self.api(f"/games/{found[1]}/review")))
        served = {text for name in self._served for text in (name, name.replace("_", " ")) if text}
        longest_first = map(re.escape, sorted(served, key=len, reverse=True))
        known = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)
        seen = self.page.evaluate("[...window.seenWords, document.title]")
        return [text for text in seen if re.search("[A-Za-z]{2}", KEPT.sub("", known.sub("", text)))]


@pytest.fixture
def foreigner(visit: Visit) -> Callable[[], Foreigner]:
    def open_browser() -> Foreigner:
        player = visit(locale="el-GR", viewport={"width": 1280, "height": 900})
        stranger = Foreigner(player.page, player.url)
        stranger.errors = player.errors
        return stranger

    return open_browser


def edit_the_row(player: Player) -> None:
    player.begin()
    player.press("Control+z", "Space", "=", "1", "=", "Control+z", "Control+Shift+z", "Space", "Space", "ArrowLeft")
    player.press("Backspace", "Delete", "Escape", "Enter")
    for card in player.page.locator(".extra summary").all():
        card.click()
    player.button("ruled out everywhere", exact=False).first.click()
    player.button("Can it be right?").click()
    for step, name in enumerate(("Hint", "Next hint", "Next hint"), start=1):
        player.button(name).click()
        expect(player.text(f"Hint, step {step} of 3")).to_be_visible()
    player.button("Set it up").click()
    player.button("Can it be right?").click()
    expect(player.page.locator(".hand[aria-busy]")).to_have_count(0)
    player.make(lambda: player.button("Send guess").click())
    player.button("Copy row 1").click()
    player.button("Take back a guess").click()
    player.button("Guess it again").click()
    expect(player.turns).to_have_count(1)
    player.button("Give up").click()
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.result).to_have_text(player.spell("Given up"))


def lose_on_a_large_board(player: Player) -> None:
    player.begin(variant="p4c10n", guesses=8, codemaker="adversary", hard=False)
    player.press("?", "Escape")
    for _ in range(8):
        player.type_guess("1234")
    expect(player.result).to_have_text(player.spell("Not this time"))
    player.open("/history")
    player.button("Delete this game", exact=False).click()
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.page.locator("li.game")).to_have_count(0)
    player.button("Delete everything").click()
    player.press("Escape")


def set_and_mend(player: Player) -> None:
    player.begin("solve", strategy="knuth")
    right = player.right_keys("3645")
    player.make(lambda: player.press("w" if right != "w" else "ww", "Enter"))
    player.button("Take back").click()
    expect(player.turns).to_have_count(0)
    player.button("Redo").click()
    expect(player.turns).to_have_count(1)
    player.button("Change the answer of turn 1", exact=False).click()
    player.press("Escape", *right)
    player.button("Change turn 1").click()
    expect(player.text("Turn 1 is changed.")).to_be_visible()
    while not player.game["over"]:
        player.make(lambda: player.press(*player.right_keys("3645"), "Enter"))
    expect(player.result).to_contain_text(player.spell("The computer found it in"))


def win_the_day(player: Player) -> None:
    player.open("/daily")
    player.button("Begin").click()
    expect(player.button("Send guess")).to_be_visible()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    player.button("Share").click()
    player.button("Copy as emoji").click()
    player.button("Copy as words").click()
    expect(player.page.locator(".share [role=status]")).not_to_be_empty()
    player.press("Escape")
    player.link("Other days").click()
    expect(player.heading("Codes of other days")).to_be_visible()
    player.link("Play").first.click()
    player.page.locator("a.brand").click()
    expect(player.heading("Can you break the code?")).to_be_visible()


def lose_the_connection(player: Player) -> None:
    player.begin()
    player.page.route("**/guess", lambda route: route.abort("connectionrefused"), times=1)
    player.press(*"1122", "Enter")
    expect(player.turns).to_have_count(1)
    expect(player.page.locator("#connection")).to_be_visible()


def fail(player: Player) -> None:
    player.page.route("**/api/statistics", lambda route: route.fulfill(status=418, body="tea"))
    player.open("/history")
    expect(player.heading("That did not work")).to_be_visible()


def opened(path: str) -> Callable[[Player], None]:
    return lambda player: player.open(path)


MORE: dict[str, Callable[[Player], None]] = {
    "edited": edit_the_row,
    "lost": lose_on_a_large_board,
    "mended": set_and_mend,
    "day": win_the_day,
    "offline": lose_the_connection,
    "failed": fail,
    "explore found": opened("/explore?position=p4c6+1122=4b0w"),
    "explore large": opened("/explore?position=p5c9n+12345=1b1w"),
    "explore unreadable": opened("/explore?position=p4c6+112=1b1w"),
    "review of a position": opened("/review?position=p4c6+1122=1b1w+1344=0b2w"),
}


@pytest.mark.parametrize("name", VIEWS | MORE)
def test_no_english_is_left_in_another_language(foreigner: Callable[[], Foreigner], name: str) -> None:
    player = foreigner()
    (VIEWS | MORE)[name](player)
    assert player.english() == []
    assert player.page.evaluate("document.documentElement.lang") == "el"


def test_no_english_is_left_between_two_people(foreigner: Callable[[], Foreigner]) -> None:
    maker, breaker, third = foreigner(), foreigner(), foreigner()
    maker.begin("duel", secret="2416", answered_by="codemaker")
    maker.button("Copy the link").click()
    path = maker.label("Link to the game").input_value().removeprefix(maker.url)
    breaker.open(path)
    assert breaker.english() == []
    breaker.button("Break it").click()
    expect(breaker.heading("Break your friend's code")).to_be_visible()
    third.open(path)
    expect(third.heading("Somebody else plays this game")).to_be_visible()
    breaker.press(*"1122", "Enter")
    expect(maker.text("How close is your friend's guess?")).to_be_visible()
    expect(breaker.text("Your guess is sent.")).to_be_visible()
    maker.press("w", "w", "Enter")
    expect(breaker.turns).to_have_count(1)
    maker.button("End the game").click()
    maker.page.get_by_role("dialog").locator(".danger").click()
    expect(breaker.result).to_have_text(breaker.spell("Given up"))
    assert [player.english() for player in (maker, breaker, third)] == [[], [], []]


def test_an_unknown_language_is_english_and_the_page_says_so_before_its_script(visit: Visit) -> None:
    player = visit(locale="fi-FI")
    player.open("/help")
    assert player.page.evaluate("document.documentElement.lang") == "en"
    written = (STATIC / "index.html").read_text()
    words = re.findall(r'data-words="([\w.]+)"[^>]*>([^<]*)<', written)
    words += re.findall(r'data-label="([\w.]+)"[^>]* aria-label="([^"]*)"', written)
    assert len(words) == len(re.findall("data-(?:words|label)=", written))
    assert {key: ENGLISH[key] for key, _ in words} == dict(words)


def test_a_person_can_choose_a_language_and_the_server_speaks_it_too(visit: Visit) -> None:
    player = visit(locale="fi-FI")
    add_language(player.page, "de", {**ENGLISH, "menu.play": "Spielen"})
    player.open("/")
    assert player.page.evaluate("document.documentElement.lang") == "en"
    player.page.evaluate("import('/settings.js').then(({ change }) => change({ language: 'de' }))")
    expect(player.page.locator("#menu li").first).to_have_text("Spielen")
    assert player.page.evaluate("document.documentElement.lang") == "de"
    told = player.page.evaluate("fetch('/api/setup').then((response) => response.json())")
    assert told["palettes"][0]["colors"][0]["words"] == "rot"
