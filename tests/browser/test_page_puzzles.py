"""Puzzles on the page: by keys and by touch, to the end."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from browser.player import Player
from keypeg.puzzles import Puzzle

Visit = Callable[..., Player]


def puzzle_on(player: Player) -> Puzzle:
    told = player.api(f"/puzzles/{player.page.url.rsplit('/', 1)[1]}")
    turns = " ".join(f"{turn['guess']}={turn['feedback']}" for turn in told["turns"])
    return Puzzle.parse(f"{told['kind']} {told['grade']} {told['variant']} {turns}")


def begin(player: Player, kind: str) -> Puzzle:
    player.open("/puzzles")
    player.label("Kind").select_option(kind)
    player.page.get_by_role("region", name="Another puzzle").get_by_role("button", name="Begin").click()
    expect(player.page.locator(".puzzle")).to_be_visible()
    return puzzle_on(player)


def test_the_only_code_by_keys_with_a_hint_and_its_reasons(visit: Visit) -> None:
    player = visit()
    puzzle = begin(player, "code")
    player.press("Enter")
    expect(player.page.locator(".task-reaction .refusal")).to_contain_text("every hole")
    player.button("Hint").press("Enter")
    expect(player.page.locator(".puzzle-hints > li")).to_have_count(1)
    player.press(*str(puzzle.answer), "Enter")
    expect(player.page.locator(".puzzle-end .notice.good")).to_contain_text("that counts half")
    expect(player.button("Next puzzle")).to_be_focused()
    player.press("ArrowRight")
    expect(player.page.locator(".deduction-steps > li").first).to_be_visible()
    player.page.reload()
    expect(player.page.locator(".puzzle-end .notice.good")).to_be_visible()
    player.button("Next puzzle").press("Enter")
    expect(player.button("Give up")).to_be_visible()


def test_a_sure_win_and_a_slip_by_touch(visit: Visit) -> None:
    player = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    puzzle = begin(player, "wrong")
    turn = 1 if puzzle.answer != 1 else 2
    player.button(str(turn)).tap()
    expect(player.page.locator(".task-reaction")).to_contain_text(f"It is not turn {turn}")
    player.page.get_by_role("button", name=f"Turn {puzzle.answer} is wrong").tap()
    expect(player.page.locator(".puzzle-end .notice.good")).to_be_visible()
    begin(player, "win")
    player.button("Give up").tap()
    player.page.get_by_role("dialog").locator(".danger").tap()
    expect(player.page.locator(".puzzle-verdict .code")).to_be_visible()
    player.page.locator(".task-onward").get_by_role("link", name="Puzzles").tap()
    expect(player.page.locator(".scores")).to_contain_text("1 / 2")


def test_the_puzzle_of_the_day(visit: Visit) -> None:
    player = visit()
    player.open("/puzzles")
    daily = player.page.get_by_role("region", name="Puzzle of the day")
    daily.get_by_role("button", name="Begin").click()
    expect(player.page.locator(".puzzle")).to_be_visible()
    player.press(*str(puzzle_on(player).answer), "Enter")
    expect(player.page.locator(".puzzle-end")).to_be_visible()
    player.open("/puzzles")
    expect(daily).to_contain_text("1 day in a row")
    daily.get_by_role("button", name="Look at it").click()
    expect(player.page.locator(".puzzle-end")).to_be_visible()


def wrong_code(puzzle: Puzzle) -> str:
    return next(code for code in ("1111", "2222") if code != str(puzzle.answer))


def test_an_answer_counts_once_and_what_is_lost_is_sent_again(visit: Visit) -> None:
    player = visit()
    wrong = wrong_code(begin(player, "code"))
    held: list[Route] = []
    player.page.route("**/answer", lambda route: held.append(route), times=1)  # noqa: PLW0108 - it can be no method
    player.press(*wrong, "Enter", "Enter", "Enter")
    player.page.wait_for_timeout(100)
    held[0].continue_()
    expect(player.page.locator(".task-reaction .notice")).to_be_visible()
    assert player.api(f"/puzzles/{player.page.url.rsplit('/', 1)[1]}")["wrong"] == 1
    player.page.route("**/hint", lambda route: route.abort("connectionrefused"), times=1)
    player.button("Hint").press("Enter")
    expect(player.page.locator("#connection")).to_be_visible()
    expect(player.page.locator(".puzzle-hints > li")).to_have_count(1)  # it was sent again by itself
    expect(player.page.locator(".hole.next")).to_be_focused()


def test_a_puzzle_that_is_over_elsewhere_is_over_here(visit: Visit) -> None:
    player = visit()
    puzzle = begin(player, "wrong")
    other = Player(player.page.context.new_page(), player.url)
    other.open(player.page.url.removeprefix(player.url))
    other.button(str(puzzle.answer)).click()
    expect(other.page.locator(".puzzle-end .notice.good")).to_be_visible()
    expect(player.page.locator(".puzzle-end .notice.good")).to_be_visible()
    expect(player.page.locator(".board .row.marked .row-number")).to_have_text([str(puzzle.answer)])
    expect(player.page.locator(".board button")).to_have_count(0)
    expect(player.page.locator(".puzzle-hints summary")).to_have_count(len(puzzle.turns) - 1)


def test_who_leaves_before_a_puzzle_has_begun_is_left_alone(visit: Visit) -> None:
    player = visit()
    player.open("/puzzles")
    held: list[Route] = []
    player.page.route("**/api/puzzles", lambda route: held.append(route))  # noqa: PLW0108 - it can be no method
    with player.page.expect_request("**/api/puzzles"):
        player.button("Begin").first.dblclick()
    player.page.locator("a.brand").click()
    expect(player.heading("Can you break the code?")).to_be_visible()
    for route in held:
        route.continue_()
    player.page.wait_for_timeout(300)
    assert (len(held), player.page.url) == (1, f"{player.url}/")


def test_only_grades_that_a_kind_has_can_be_chosen(visit: Visit) -> None:
    player = visit()
    player.open("/puzzles")
    player.label("How hard").select_option("Easy")
    player.label("Kind").select_option("A sure win")
    expect(player.label("How hard")).to_have_value("")
    expect(player.label("How hard").locator("option:disabled")).to_have_text(["Easy", "Moderate", "Hard"])
    player.label("How hard").select_option("Very hard")
    player.page.get_by_role("region", name="Another puzzle").get_by_role("button", name="Begin").click()
    expect(player.page.locator(".puzzle .over")).to_contain_text("very hard")


def test_who_has_only_puzzles_can_export_and_delete_them(visit: Visit) -> None:
    player = visit()
    begin(player, "code")
    player.button("Give up").click()
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.page.locator(".puzzle-end")).to_be_visible()
    player.open("/history")
    expect(player.link("Export")).to_be_visible()
    player.button("Delete everything").click()
    expect(player.page.get_by_role("dialog")).to_contain_text("games, puzzles and statistics")
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    player.open("/puzzles")
    expect(player.page.locator(".scores")).to_have_count(0)
