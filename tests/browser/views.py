"""How to come to each view of the page, and stand in it with everything on the screen that can be there."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player


def play_some(player: Player) -> None:
    """Stand in the middle of a game with everything on the screen that can be there."""
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.press("3", "4", "ArrowLeft", "Space")
    player.button("Codes left").click()
    expect(player.page.locator(".codes, .aid p").first).to_be_visible()
    player.press("ArrowLeft")


def win_game(player: Player) -> None:
    player.begin()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.result).to_contain_text(player.spell("Solved in"))


def review(player: Player) -> None:
    win_game(player)
    player.page.locator(".result a[href^='/review']").click()
    expect(player.page.locator(".graded.pending")).to_have_count(0)
    player.button("Details of guess 1").click()


def contradict(player: Player) -> None:
    player.begin("solve")
    while player.game["contradiction"] is None:
        player.make(lambda: player.press("Enter"))
    expect(player.heading("These answers can't all be true")).to_be_visible()


def answer_some(player: Player) -> None:
    player.begin("solve", secret="3456")
    player.press("b", "w")


def ask_keys(player: Player) -> None:
    player.begin()
    player.press("?")
    expect(player.page.get_by_role("dialog")).to_be_visible()


def ask_settings(player: Player) -> None:
    player.open("/help")
    player.button("Settings").click()
    expect(player.page.get_by_role("dialog")).to_be_visible()


def look_back(player: Player) -> None:
    win_game(player)
    player.open("/history")
    expect(player.page.locator("li.game")).to_have_count(1)


def set_code(player: Player) -> None:
    player.begin("duel", secret="2416")
    expect(player.label("Link to the game")).to_be_visible()


def match_round(player: Player) -> None:
    """Stand at the end of the first round of a match."""
    player.begin(match={"rounds": 4}, strategy="human:level=2")
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.page.locator(".result .match-score")).to_be_visible()
    expect(player.page.locator(".result .onward button")).to_be_visible()


def open_room(player: Player, *others: str) -> str:
    """Open a room with other people in it, and return its path."""
    request = player.page.request
    token = request.post(f"{player.url}/api/rooms", data={"name": "Ann"}).json()["token"]
    for name in others:
        context = player.page.context.browser.new_context()  # type: ignore[union-attr]
        context.request.post(f"{player.url}/api/rooms/{token}/join", data={"name": name})
        context.close()
    return f"/room/{token}"


def sit_in_room(player: Player) -> None:
    """Stand in a room when one is done and others are not."""
    path = open_room(player, "Ben")
    game = player.page.request.post(f"{player.url}/api/rooms/{path.split('/')[-1]}/play").json()
    player.page.request.post(f"{player.url}/api/games/{game['id']}/guess", data={"guess": "1122", "seen": 0})
    player.page.request.post(f"{player.url}/api/games/{game['id']}/give-up", data={"seen": 1})
    player.open(path)
    expect(player.page.locator(".key-grid")).to_be_visible()


def stand_at_door(player: Player) -> None:
    """Have the link of somebody else's room open."""
    path = open_room(player)
    player.page.context.clear_cookies()
    player.open(path)
    expect(player.page.locator(".room-door")).to_be_visible()


def watch_some(player: Player) -> None:
    player.open("/watch?variant=p4c6&code=1344&strategy=entropy")
    player.press("ArrowRight")
    expect(player.page.locator(".board li.row:not(.active, .future)")).to_have_count(1)


def choose_own(player: Player) -> None:
    player.open("/new/break")
    player.radio("Your own").first.check()
    player.radio("Your own").last.check()
    player.label("Pegs (").fill("99")
    expect(player.page.locator("p.refusal", has_text="99")).to_be_visible()


def learn_some(player: Player) -> None:
    """Stand in a lesson after a wrong try, then after the right one, with its deduction."""
    player.open("/learn/compare")
    player.page.locator(".lesson-option").nth(1).click()
    expect(player.page.locator(".task-reaction .notice")).to_be_visible()
    player.page.locator(".lesson-option").first.click()
    expect(player.page.locator(".deduction")).to_be_visible()


def deduce(player: Player) -> None:
    player.open("/explain?position=p4c6+1243=1b1w+2615=0b0w+2414=1b0w")
    player.press("ArrowRight", "ArrowRight", "ArrowRight")


def puzzle(player: Player) -> None:
    """Stand before a puzzle after a hint and a wrong answer."""
    told = player.page.request.post(f"{player.url}/api/puzzles", data={"kind": "wrong", "grade": 2}).json()
    player.open(f"/puzzles/{told['id']}")
    player.button("Hint").click()
    expect(player.page.locator(".puzzle-hints")).to_be_visible()
    player.page.locator(".task-number").first.click()
    expect(player.page.locator(".task-reaction .notice, .puzzle-end").first).to_be_visible()


def solution(player: Player) -> None:
    told = player.page.request.post(f"{player.url}/api/puzzles", data={"kind": "code", "grade": 2}).json()
    player.page.request.post(f"{player.url}/api/puzzles/{told['id']}/give-up")
    player.open(f"/puzzles/{told['id']}")
    player.press("ArrowRight", "ArrowRight")


def opened(path: str) -> Callable[[Player], None]:
    return lambda player: player.open(path)


VIEWS: dict[str, Callable[[Player], None]] = {
    "start": opened("/"),
    "new": opened("/new/break"),
    "new own": choose_own,
    "new solve": opened("/new/solve"),
    "new match": opened("/new/match"),
    "new duel": opened("/new/duel"),
    "new room": opened("/new/room"),
    "play": play_some,
    "won": win_game,
    "solve": answer_some,
    "contradiction": contradict,
    "duel": set_code,
    "match": match_round,
    "room": sit_in_room,
    "room door": stand_at_door,
    "dead room": opened("/join/nothing-here"),
    "daily": opened("/daily"),
    "archive": opened("/archive"),
    "review": review,
    "learn": opened("/learn"),
    "lesson": learn_some,
    "explain": deduce,
    "puzzles": opened("/puzzles"),
    "puzzle": puzzle,
    "solution": solution,
    "watch": watch_some,
    "new watch": opened("/watch"),
    "explore": opened("/explore?position=p4c6+1122=1b1w+1344=0b2w&guess=1235"),
    "explore contradiction": opened("/explore?position=p4c6+1122=0b0w+1133=1b0w+2222=1b0w"),
    "history": look_back,
    "empty history": opened("/history"),
    "help": opened("/help"),
    "keys": ask_keys,
    "settings": ask_settings,
    "missing": opened("/nowhere"),
}
