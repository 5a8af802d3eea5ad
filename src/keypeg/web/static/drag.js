// Dragging a peg with mouse, pen or finger. A short press stays a click, so nothing can be done by dragging alone.

const SLACK = 8; // pixels that a tap may wander

/** Let an element be dragged: `ghost()` draws what follows the pointer, `onDrop(hole)` gets the hole below it or null. */
export function draggable(element, { ghost, onDrop }) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = { x: event.clientX, y: event.clientY };
    const drag = new AbortController();
    let shadow = null;
    let over = null;

    const move = ({ clientX, clientY }) => {
      if (!shadow) {
        if (Math.hypot(clientX - start.x, clientY - start.y) < SLACK) return;
        shadow = ghost();
        if (!shadow) return drag.abort();
        shadow.classList.add("dragged");
        document.body.append(shadow);
      }
      shadow.style.setProperty("translate", `${clientX}px ${clientY}px`);
      const hole = document.elementFromPoint(clientX, clientY)?.closest("button.hole") ?? null;
      if (hole !== over) {
        over?.classList.remove("over");
        hole?.classList.add("over");
        over = hole;
      }
    };
    const end = ({ type }) => {
      drag.abort();
      over?.classList.remove("over");
      if (!shadow) return;
      shadow.remove();
      swallowClick(element);
      if (type === "pointerup") onDrop(over);
    };
    addEventListener("pointermove", move, { signal: drag.signal });
    addEventListener("pointerup", end, { signal: drag.signal });
    addEventListener("pointercancel", end, { signal: drag.signal });
  });
}

/** The browser reports a click after a drag that ends where it began. */
function swallowClick(element) {
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 0);
}
