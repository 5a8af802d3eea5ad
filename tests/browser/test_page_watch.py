"""A strategy watched on the page, by keys and by touch."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player
from browser.test_page_match import PHONE, tap_code
from keypeg.position import Position

Visit = Callable[..., Player]


def test_a_strategy_is_watched_to_the_end_by_keys(visit: Visit) -> None:
    player = visit()
    player.open("/new/solve")
    player.page.get_by_text("More options").click()
    player.link("Or watch a strategy break your code, step by step").press("Enter")
    expect(player.page.locator(".tray")).to_be_visible()
    player.press(*"1344", "Enter")
    expect(player.heading("Guess 1: 1,296 possible codes")).to_be_visible()
    expect(player.page.locator(".watch-why")).to_contain_text("RRGG")
    expect(player.page.locator(".part")).to_have_count(len(Position("p4c6").partition("1122")))
    player.press("ArrowRight")
    expect(player.heading("Guess 2: 256 possible codes")).to_be_visible()
    expect(player.turns).to_have_count(1)
    player.press("ArrowRight")
    expect(player.text("The code is found with guess 2.")).to_be_visible()
    player.press("ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(player.heading("Guess 1: 1,296 possible codes")).to_be_visible()
    player.page.locator(".ranked").nth(1).press("Enter")
    expect(player.page).to_have_url(f"{player.url}/explore?position=p4c6&guess=1123")


def test_a_strategy_is_watched_to_the_end_by_touch(visit: Visit) -> None:
    player = visit(**PHONE)
    player.open("/watch")
    player.label("Who breaks it").select_option(label="like a person, level 2")
    tap_code(player, "5216")
    player.button("Watch").tap()
    expect(player.heading("A player of level 2 breaks your code")).to_be_visible()
    for number in range(1, 30):
        expect(player.page.locator(".board li.active .row-number")).to_have_text(str(number))
        player.button("Next guess").tap()
        expect(player.turns).to_have_count(number)
        if player.text("The code is found with guess").is_visible():
            break
    expect(player.button("Next guess")).to_have_attribute("aria-disabled", "true")
    player.button("Back").tap()
    expect(player.turns).to_have_count(number - 1)
