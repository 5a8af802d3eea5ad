"""Draw the page's icons as PNG from `icon.svg`: `python docs/icons.py`. Needs a Chromium on the system."""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "keypeg" / "web" / "static"
BACKGROUND = "#21353b"
COLORS = 32
# The size of each, and how much of it the drawing takes where the background fills it to the edge: phones cut a
# maskable icon to any shape, and are sure to leave a circle of four fifths.
ICONS = {"icon-192": (192, None), "icon-512": (512, None), "maskable-512": (512, 0.9), "apple-touch": (180, 1)}


def draw(page: Page, size: int, share: float | None) -> bytes:
    """Draw the icon on nothing, or in the middle of its background."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    inner, color = (size, "transparent") if share is None else (round(size * share), BACKGROUND)
    style = f"margin:0;display:grid;place-items:center;height:100vh;background:{color}"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f'<body style="{style}">{drawing.replace("<svg", f"<svg width={inner} height={inner}", 1)}</body>')
    return page.screenshot(omit_background=True)


def save(picture: bytes, path: Path) -> None:
    """Write a picture with few colors, which is small and looks the same."""
    with Image.open(io.BytesIO(picture)) as image:
        image.quantize(COLORS, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


def main() -> None:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        raise SystemExit("no Chromium on this machine")
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            save(draw(page, size, share), STATIC / "icons" / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
