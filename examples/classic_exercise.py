"""Break one code with both solvers of the classic exercise, and check every answer they were given."""

from keypeg.classic import Blue, Orange, Purple, Yellow, five_guess, get_move, solve

secret = [Purple, Blue, Orange, Yellow]

for solver in (solve, five_guess):
    moves = solver(secret)
    print(f"{solver.__name__}: {len(moves)} moves")
    for move in moves:
        if move != get_move(secret, move.code):
            raise SystemExit(f"{move} is not what the secret answers")
        print(f"  {move}")
