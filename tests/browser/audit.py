"""What axe-core says of a page as it stands."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from browser.player import Player

_RULES = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
}


def violations(player: Player, **options: Any) -> list[str]:
    """Return what breaks a rule: by all rules that axe-core has, or as the options say."""
    found = Axe().run(player.page, options=_RULES | options).response["violations"]
    return [
        f"{player.page.url} {rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
