// Sets the theme before the first paint; loaded before the rest of the page.
(() => {
  const saved = localStorage.getItem("ludus-theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = saved ?? (dark ? "dark" : "light");
})();
