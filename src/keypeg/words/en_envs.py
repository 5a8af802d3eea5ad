"""What is said about machines that play: environments, games in words, and programs that guess."""

MESSAGES = {
    # Environments
    "error.env-size": "an environment has up to {pegs} pegs and {colors} colors, {variant} has more",
    "error.env-guesses": "a game has from 1 to {most:,} guesses, not {given}",
    "error.env-choice": "{name}={given} is not possible: use {choices}",
    "error.env-codes": (
        "{variant} has {codes:,} codes, and up to {most:,} can be actions: use actions='pegs', a color for each peg"
    ),
    "error.env-candidates": (
        "{variant} has {codes:,} codes, and candidates are kept for up to {most:,}: "
        "take a smaller variant, or another reward and codemaker"
    ),
    "error.env-masks": "a mask needs the possible codes, which are not kept here",
    "error.env-games": "there are from 1 to {most:,} games at once, not {given}",
    "error.env-action-shape": "actions are whole numbers of shape {shape}, not {type} of shape {given}",
    "error.env-action": "an action is made of numbers from 0 to {most:,}, not {given:,}",
    "error.env-secret": "the adversary has no secret that could be seen or set",
    "error.env-over": "no game is open here: reset the environment first",
    "error.env-reset-mask": "reset_mask is an array of {games:# bool|# bools}, at least one of them True",
    "error.env-seeds": "{games:# game needs|# games need} a seed each, not {given}",
    "error.env-secrets": "{games:# game needs|# games need} a secret each, not {given}",
    "error.env-begun": "secrets are set after a reset, before the first guess",
    "error.env-turns": (
        "the turns of {games:# game|# games} of {variant} with {guesses:# guess|# guesses} need too much memory"
    ),
    "error.env-agents": "an action is needed for each agent: {agents}",
    "error.env-packages": "the environments need packages that are not installed ({package}): pip install 'keypeg[rl]'",
    # Games in words
    "text-game.form": (
        "Find the secret. You have {guesses:# guess|# guesses}. In each reply you may think as long as you like; its "
        "last line must be your guess, and nothing else:\n\nGuess: {example}\n\nA reply without such a line, or with "
        "a code that the rules don't allow, uses up a guess."
    ),
    "text-game.illegal": "That is no guess. {error}",
    "text-game.won": "You found the code, in {number:# guess|# guesses}.",
    "text-game.lost": "That was the last guess. The code was {secret}.",
    "error.text-game-guess": "the last line of a reply is your guess, as in Guess: {example}",
    "error.text-game-over": "the game is over: begin another one",
    # evaluate
    "evaluate.playing": "playing",
    "evaluate.title": "{variant}: {games:# game|# games} drawn by seed {seed}",
    "evaluate.player": "player",
    "evaluate.mean": "mean",
    "evaluate.solved": "solved within {guesses}",
    "evaluate.illegal": "illegal",
    "evaluate.inconsistent": "inconsistent",
    "evaluate.lost": "lost a game",
    "evaluate.failed": "without a guess",
    "evaluate.failure-silent": "silent in {games:# game|# games}",
    "evaluate.failure-crashed": "crashed in {games:# game|# games}",
    "evaluate.failure-endless": "a line without end in {games:# game|# games}",
    "evaluate.failure-unplayed": "{games:# game|# games} not played",
    "error.player-empty": "a player is a command, such as 'python my_player.py'",
    "error.player-command": "the player {command!q} can't be started: {reason}",
    # mcp
    "error.mcp-packages": "the tools need packages that are not installed ({package}): pip install 'keypeg[mcp]'",
}
