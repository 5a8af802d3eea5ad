"""The tools for assistants, called by the client of the package `mcp` itself, over the standard streams."""

import asyncio
import sys
from typing import Any

import pytest

from keypeg import cli

mcp = pytest.importorskip("mcp", reason="mcp is not installed: pip install keypeg[mcp]")


def called(*calls: tuple[str, dict[str, Any]]) -> tuple[dict[str, str], list[Any]]:
    """Start the server as an assistant does, and return its tools with their descriptions, and what the calls gave."""
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def talk() -> tuple[dict[str, str], list[Any]]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "keypeg", "mcp"])
        async with mcp.Client(stdio_client(server)) as client:
            listed = await client.list_tools()
            results = [await client.call_tool(name, arguments) for name, arguments in calls]
            return {tool.name: tool.description or "" for tool in listed.tools}, results

    return asyncio.run(asyncio.wait_for(talk(), 60))


def test_an_assistant_can_use_the_tools() -> None:
    game = "p4c6 1122=0b2w 3516=0b2w 2641=4b0w"
    tools, results = called(
        ("score", {"variant": "p4c6", "secret": "1123", "guess": "1211"}),
        ("hint", {"position": "p4c6 1122=1b1w", "strategy": "knuth", "top": 2}),
        ("analyze", {"position": game}),
        ("explain", {"position": "p4c6 1122=0b0w", "claim": "out 1"}),
        ("hint", {"position": "p4c6 12=1b"}),
    )
    assert tools.keys() == {"score", "hint", "analyze", "explain"}
    assert not any("\n " in description for description in tools.values())  # as docstrings are indented
    scored, hinted, analyzed, explained, refused = results
    assert scored.structured_content == {"feedback": "1b2w", "blacks": 1, "whites": 2}
    assert (hinted.structured_content["candidates"], hinted.structured_content["guesses"][0]["guess"]) == (208, "1134")
    assert [guess["exact_total"] for guess in hinted.structured_content["guesses"]] == [725, 718]
    assert hinted.structured_content["strategy"] == "knuth"
    assert [round(turn["skill"]) for turn in analyzed.structured_content["turns"]] == [94, 99, 100]
    assert explained.structured_content["lines"]
    assert refused.is_error
    assert "4 pegs" in refused.content[0].text


def test_without_the_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "keypeg.mcp_tools", raising=False)
    assert cli.main(["mcp"]) == 2
    assert "pip install 'keypeg[mcp]'" in capsys.readouterr().err
