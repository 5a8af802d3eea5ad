// Light or dark, before anything is painted. A plain script, since modules wait for the whole page.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = "auto";
    try {
      chosen = JSON.parse(localStorage.getItem("keypeg settings") ?? "{}").look ?? "auto";
    } catch {
      // Storage may be switched off: then the system decides.
    }
    const look = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
    document.documentElement.dataset.look = look;
  };
  dark.addEventListener("change", apply);
  addEventListener("keypeg-settings", apply);
  apply();
})();
