"""Explore: any position by its address, and what the row in hand would leave."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.player import Player

Visit = Callable[..., Player]


def test_a_position_is_explored_by_its_address(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=1b1w")
    expect(player.heading("208 possible codes")).to_be_visible()
    part = player.page.locator("a.part").first
    left = re.search(r": ([\d,]+) code", part.get_attribute("aria-label") or "")
    assert left
    part.click()
    expect(player.turns).to_have_count(2)
    expect(player.heading(re.compile(f"^{left[1]} possible codes?$"))).to_be_visible()
    player.button("Remove turn 2", exact=False).click()
    expect(player.heading("208 possible codes")).to_be_visible()
    player.press(*"1344")
    player.button("One white key peg more").click()
    player.button("Add turn").click()
    expect(player.page).to_have_url(re.compile("1344=0b1w$"))


def test_the_row_in_hand_is_weighed_beside_the_best(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=1b1w+1344=0b2w")
    promise = player.page.locator(".promise")
    expect(promise).to_have_text("Set up a guess to see what it would leave.")
    rows = player.page.locator(".ranked")
    expect(rows).to_have_count(6)
    player.press(*"1235")
    about = "2.86 guesses to the end · 7.1 left on average · at most 11 · 2.62 bits · can't be right"
    expect(promise).to_have_text(about)
    expect(rows).to_have_count(7)
    expect(player.page.locator(".ranking-own .ranked")).to_have_attribute("aria-pressed", "true")
    told = player.api("/position/guess?position=p4c6+1122=1b1w+1344=0b2w&guess=1235")
    expect(player.page.locator("a.part")).to_have_count(told["parts"])
    player.press("Backspace")
    expect(promise).to_have_text("Set up a guess to see what it would leave.")
    rows.nth(1).click()
    expect(player.page.locator(".row.active .peg")).to_have_count(4)
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("strategy", "note"),
    [
        ("optimal", "how many more guesses the code takes on average"),
        ("knuth", "how many codes each leaves at worst"),
        ("expected-size", "how many codes each leaves on average"),
        ("entropy", "how much the feedback tells on average, in bits. "),
        ("most-parts", "how many different feedbacks are possible"),
    ],
)
def test_guesses_are_shown_with_what_they_are_sorted_by(visit: Visit, strategy: str, note: str) -> None:
    player = visit()
    player.open(f"/explore?position=p4c6+1122=1b1w+1344=0b2w&strategy={strategy}")
    expect(player.text(f"Sorted by {note}")).to_be_visible()
    values = [float(value) for value in player.page.locator(".ranked .ranked-value").all_inner_texts()]
    assert values == sorted(values, reverse=strategy in {"entropy", "most-parts"})
    widths = [bar.bounding_box() for bar in player.page.locator(".ranked-bar").all()]
    lengths = [box["width"] for box in widths if box]
    assert lengths == sorted(lengths)


def test_the_last_row_counts_when_rows_change_quickly(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6")
    player.press(*"1122")
    expect(player.page.locator(".promise")).to_contain_text("205 left on average")
    player.press("Backspace", "3")
    player.press("Escape", *"1111")
    expect(player.page.locator(".promise")).to_contain_text("512 left on average")


def test_the_palette_goes_along(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=1b1w&palette=board")
    player.page.locator("a.part").first.click()
    expect(player.page).to_have_url(re.compile("palette=board$"))
    expect(player.turns).to_have_count(2)
    player.button("Remove turn 2", exact=False).click()
    expect(player.page).to_have_url(re.compile("1122=1b1w&palette=board$"))
    player.page.get_by_role("combobox", name="Game").select_option("p5c8")
    expect(player.page).to_have_url(re.compile("position=p5c8&palette=board$"))


def test_bulls_and_cows_have_their_digits(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c10n")
    expect(player.page.locator(".ranked .peg.digit").first).to_be_visible()
    player.page.get_by_role("combobox", name="Game").select_option("p4c6")
    expect(player.page).to_have_url(re.compile("position=p4c6$"))


def test_parts_of_a_sample_are_told_as_shares(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p8c8+11223344=1b3w")
    expect(player.page.locator("a.part").first).to_have_text(re.compile("%$"))
    expect(player.page.locator("details > summary", has_text="more")).to_be_visible()


def test_a_position_is_written_as_text(visit: Visit) -> None:
    player = visit()
    player.open("/explore")
    field = player.label("This position as text")
    field.fill("p4c6 rgby=1b1w")
    field.press("Enter")
    expect(player.turns).to_have_count(1)
    expect(player.heading("252 possible codes")).to_be_visible()


def test_a_contradicting_position_is_explained_and_mended(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=0b0w+1133=1b0w+2222=1b0w")
    expect(player.heading("These turns can't all be true")).to_be_visible()
    player.page.get_by_role("link", name=re.compile("^Turn 3")).first.click()
    expect(player.heading(re.compile("possible codes?$"))).to_be_visible()


def test_an_unreadable_position_says_what_is_wrong(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+112=1b1w")
    expect(player.text("A code has 4 pegs, '112' has 3.")).to_be_visible()


def test_the_largest_position_fits_a_small_phone(visit: Visit) -> None:
    player = visit(viewport={"width": 320, "height": 568})
    player.open("/explore?position=p10c10+1122334455=2b3w&guess=1234567899")
    expect(player.page.locator(".promise")).to_contain_text("left on average")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 320
