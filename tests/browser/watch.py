"""What a page shows and says, for tests that look for words of another language."""

WATCH = """() => {
  const seen = new Set();
  const attributes = ["aria-label", "title", "placeholder", "alt"];
  const note = (node) => {
    if (node.nodeType === Node.TEXT_NODE) seen.add(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("script, style, noscript")) return;
    for (const name of attributes) seen.add(node.getAttribute(name) ?? "");
    for (const child of node.childNodes) note(child);
  };
  addEventListener("keypeg-shown", () => {
    note(document.documentElement);
    const watcher = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [...addedNodes, target]) note(node);
    });
    const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: attributes };
    watcher.observe(document, all);
  }, { once: true });
  window.seenWords = seen;
}"""
"""All that is ever shown or said once the first view stands: text, and what attributes tell."""
