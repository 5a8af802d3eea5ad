// Building elements. Text is always text here, never markup, so nothing a person typed can become a tag.

const SVG = "http://www.w3.org/2000/svg";

/** Build an element: h("button.primary", { onclick, "aria-label": "Send" }, "Send"). */
export function h(spec, props, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return filled(element, props, children);
}

/** Build an element of a picture: s("circle", { r: 3 }). */
export function s(tag, props, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

/** Put other children in the place of those an element has. */
export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(isShown));
  return element;
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  element.append(...children.flat(Infinity).filter(isShown));
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name.startsWith("--")) element.style.setProperty(name, value);
  else if (name === "value") element.value = value;
  else element.setAttribute(name, value === true ? "" : value);
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}
