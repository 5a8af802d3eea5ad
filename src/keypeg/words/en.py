"""English: the catalogue, from a file of messages for each part of Keypeg."""

from keypeg.words import en_contradiction

MESSAGES: dict[str, str] = {**en_contradiction.MESSAGES}
