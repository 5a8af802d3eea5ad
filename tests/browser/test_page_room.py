"""A room on the page: three people break the same code, by keys and by touch, and the table follows by itself."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player
from browser.test_page_match import PHONE

Visit = Callable[..., Player]


def expect_rows(player: Player, *wanted: list[str]) -> None:
    """Wait until the table begins so: place, name and points of each player. It follows by the stream of the room."""
    table = player.page.locator(".room-score tbody tr:visible")
    for number, cells in enumerate(wanted):
        expect(table.nth(number).locator("td.room-place, th, strong")).to_have_text(cells)


def give_up(player: Player) -> None:
    response = player.page.request.post(
        f"{player.url}/api/games/{player.page.url.split('/')[-1]}/give-up", data={"seen": len(player.game["turns"])}
    )
    assert response.ok


def test_three_friends_in_a_room_by_keys_and_touch(visit: Visit) -> None:
    ann, ben, cem = visit(), visit(**PHONE), visit()
    ann.open("/new/room")
    ann.tab_to(ann.label("Your name in the room"))
    ann.page.keyboard.type("Ann")
    ann.press("Enter")
    expect(ann.heading("One code for all: round 1")).to_be_visible()
    path = ann.label("Link to the game").input_value().removeprefix(ann.url)
    for player, name in ((ben, "Ben"), (cem, "Cem")):
        player.open(path)
        player.label("Your name in the room").fill(name)
    cem.press("Enter")
    ben.button("Join").tap()
    expect(ann.page.locator(".room-score tbody tr")).to_have_count(3)
    ben.button("Break the code").tap()
    expect(ben.button("Room, round 1", exact=False)).to_be_visible()
    ben.tap_guess("1122")
    expect(ann.page.locator("tr", has_text="Ben")).to_contain_text("1 guess so far")
    expect(ann.page.locator(".key-grid")).to_have_count(0)
    cem.tab_to(cem.button("Break the code"))
    cem.press("Enter")
    expect(cem.page.locator(".stage")).to_be_visible()
    while not cem.game["over"]:
        cem.type_guess(cem.good_guess())
    secret, number = cem.game["secret"], len(cem.game["turns"])
    expect(cem.page.locator(".result .waiting")).to_have_text("Ann begins round 2.")
    expect(cem.page.locator(".result .room-score")).to_be_visible()
    expect_rows(cem, ["1", "Cem (you)", str(11 - number)])
    expect(cem.page.locator(".result tr", has_text="Ben").locator(".key-grid")).to_be_visible()
    ben.tap_guess(secret)
    expect(ann.page.locator("tr", has_text="Ben")).to_contain_text("found in 2")
    ann.button("Break the code").press("Enter")
    expect(ann.page.locator(".stage")).to_be_visible()
    ann.type_guess(secret)
    expect(ann.result).to_have_text("Solved in 1 guess")
    expect_rows(ann, ["1", "Ann (you)", "10"], ["2", "Ben", "9"], ["3", "Cem", str(11 - number)])
    ann.button("Begin round 2").press("Enter")
    expect(ann.button("Round 2: break the code")).to_be_visible()
    cem.button("Round 2: break the code").press("Enter")
    expect(cem.button("Room, round 2", exact=False)).to_be_visible()
    ben.link("To the table").tap()
    expect(ben.heading("One code for all: round 2")).to_be_visible()
    ben.button("Break the code").tap()
    expect(ben.button("Room, round 2", exact=False)).to_be_visible()


def test_who_is_not_done_is_asked_about(visit: Visit) -> None:
    ann, ben = visit(), visit()
    room = ann.page.request.post(f"{ann.url}/api/rooms", data={"name": "Ann"}).json()
    ben.page.request.post(f"{ben.url}/api/rooms/{room['token']}/join", data={"name": "Ben"})
    ann.open(f"/room/{room['token']}")
    ann.button("Break the code").click()
    expect(ann.page.locator(".stage")).to_be_visible()
    give_up(ann)
    ann.open(f"/room/{room['token']}")
    ann.button("Begin round 2").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("1 player is not done yet.")
    ann.button("Begin it").click()
    expect(ann.heading("One code for all: round 2")).to_be_visible()


def test_a_room_that_is_gone_says_so(visit: Visit) -> None:
    player = visit()
    player.open("/room/nothing-here")
    expect(player.heading("This room is gone")).to_be_visible()
    expect(player.link("Open the room")).to_be_visible()
