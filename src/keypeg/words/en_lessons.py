"""What is said in lessons."""

MESSAGES = {
    # What each lesson is about, and what it leaves one with
    "lesson.feedback.title": "Black and white",
    "lesson.feedback.intro": (
        "This time the code lies open. A black key peg stands for a color in its place, a white one for a color that "
        "is in the code, but in another place."
    ),
    "lesson.feedback.end": "That is all a codemaker ever says. The rest is deduction.",
    "lesson.duplicates.title": "Colors that come twice",
    "lesson.duplicates.intro": (
        "Every peg of the code gives one key peg at most: blacks first, then whites for what is left. A color that "
        "the guess has three times and the code twice gets two key pegs, never three."
    ),
    "lesson.duplicates.end": "Most wrong answers at a board are given here.",
    "lesson.possible.title": "What an answer rules out",
    "lesson.possible.intro": (
        "A code is possible if it would have got the same feedback in every turn. To find out, score the guess as if "
        "that code were the secret."
    ),
    "lesson.possible.end": "One answer, and of {all:,} codes {left:,} are left.",
    "lesson.nothing.title": "Good news in bad answers",
    "lesson.nothing.intro": (
        "No key peg at all is one of the best answers: every color of that guess is out. And a turn without a black "
        "tells where its colors are not."
    ),
    "lesson.nothing.end": "Look at such turns first.",
    "lesson.everything.title": "All colors found",
    "lesson.everything.intro": (
        "A turn with a key peg for every peg has all the colors of the code. Only their places are missing."
    ),
    "lesson.everything.end": "From {all:,} codes to {left:,}: whites can be worth as much as blacks.",
    "lesson.compare.title": "Two turns side by side",
    "lesson.compare.intro": (
        "Two guesses that differ in one peg tell what that peg is worth: compare their key pegs, and ask where the "
        "difference comes from."
    ),
    "lesson.compare.end": "Guesses that change little are easy to compare. Guesses that change much tell more.",
    "lesson.only.title": "One code left",
    "lesson.only.intro": (
        "Three turns, and only one code is possible. Begin with the turn that says most, and go back to the others "
        "with what you know by then."
    ),
    "lesson.only.end": "No guessing needed: this is what a puzzle is.",
    "lesson.sacrifice.title": "A guess that can't be right",
    "lesson.sacrifice.intro": (
        "{left} codes are left. One of the guesses below tells them all apart, so that you win with the next one, "
        "whatever the answer is."
    ),
    "lesson.sacrifice.end": "It could not win at once. It is the best guess all the same.",
    "lesson.parts.title": "What a guess leaves",
    "lesson.parts.intro": (
        "{left} codes are left. Score a guess against each of them, and put those with the same feedback together: "
        "these are the parts of the guess. One of them will be left."
    ),
    "lesson.parts.end": "The more even the parts, the more a guess tells, whatever the answer.",
    "lesson.knuth.title": "How Knuth chooses",
    "lesson.knuth.intro": (
        "Donald Knuth's rule of 1977: look at the largest part of every guess, and take the guess whose largest part "
        "is smallest. The same {left} codes are left."
    ),
    "lesson.knuth.end": (
        "With this rule nobody needs more than five guesses for four pegs and six colors. Keypeg's strategy knuth "
        "plays by it."
    ),
    # What is asked
    "lesson.ask.score": "The code is {secret}. How is the guess {guess} scored?",
    "lesson.ask.judge": "Which of these is certain?",
    "lesson.ask.find": "What is the code?",
    "lesson.ask.pick-possible": "Which of these can be the code?",
    "lesson.ask.pick-sure": "After which guess do you surely win with the next one?",
    "lesson.ask.pick-best": "Which of these does the rule prefer?",
    "lesson.ask.count": "You guess {guess}. How many codes are in its largest part?",
    "lesson.left": "Left are {codes}.",
    "lesson.option": "{letter}) {option}",
    # How a try comes out
    "lesson.right": "Right. {why}",
    "lesson.wrong": "Not quite. {why}",
    "lesson.blacks": (
        "{number:place|places} {places} {number:has|have} the same color in both: {number:# black|# blacks}"
    ),
    "lesson.no-blacks": "no place has the same color in both: no black",
    "lesson.white": "the {color} in place {place} of the guess matches place {other} of the code",
    "lesson.whites": "{matches}: {number:# white|# whites}",
    "lesson.no-whites": "nothing else matches: no white",
    "lesson.whites-counted-once": "each peg of the code counts once",
    "lesson.clash": "{code} can't be it: {why}",
    "lesson.consistent": "{code} would have got the same feedback in every turn",
    "lesson.counterexample": "{claim}: that is not certain, since {code} is possible",
    "lesson.part": "{feedback}: {codes}",
    "lesson.all-apart": "Every answer to {guess} leaves a single code:",
    "lesson.not-apart": "if the answer to {guess} is {feedback}, these are left: {codes}",
    "lesson.smallest": "{guess} never leaves more than {largest}:",
    "lesson.not-smallest": "{guess} can leave {largest}: {codes}",
    "lesson.largest": "The largest part has {largest}:",
    "lesson.larger": "{feedback} alone leaves these: {codes}",
    "lesson.none-as-large": "no answer to {guess} leaves as many",
    # In the terminal
    "learn.head": "Lesson {number} of {all}: {title}",
    "learn.prompt": "answer>",
    "learn.next": "Enter for the next lesson, or q.",
    "learn.next-task": "Once more.",
    "learn.skip": "The answer: {answer}. {why}",
    "learn.all-done": "These were all lessons. Now break a code: keypeg play.",
    "learn.help": "Type the answer, skip to be told, or q to leave.",
    "learn.list": "{number:>2}. {title}",
    "learn.list-done": "{number:>2}. {title} (done)",
    "learn.left": "Go on with keypeg learn {number}.",
    "error.no-lesson": "{name!q} is not a lesson: use a number from 1 to {number}, or one of {names}",
    "error.no-task": "the lesson {title!q} has {number:# task|# tasks}",
    "error.no-option": "{text!q} is not among the {number:# option|# options}: type its letter",
    "error.no-number": "{text!q} is not a number",
}
