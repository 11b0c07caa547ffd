// Written into every page by scripts/prerender.ts as its only inline script; its hash stands in the
// content security policy. Before the first paint: the theme, whether a session is stored, and away
// from a signed-in page without one. After the page has loaded: the app. Until it runs, a form that
// is sent too early stays where it is, with what was typed, and the last button that was pressed
// too early, or sent a form so, is marked: web/app/early-press.ts presses it again.
const root = document.documentElement;
let theme = null;
let hasSession = false;
try {
  theme = localStorage.getItem("theme");
  hasSession = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
} catch {
  // Storage refused: the system's theme, signed out.
}
const isLight =
  theme === "light" || (theme !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
// Tokens are taken on two pages, by a press (web/session/auth/carried-session.ts). Elsewhere the
// user did not ask for it.
if (
  /[#&]access_token=/.test(location.hash) &&
  !/^\/(login|reset-password)$/.test(location.pathname)
)
  history.replaceState(null, "", location.pathname + location.search);
root.dataset.theme = isLight ? "light" : "dark";
if (hasSession) root.dataset.session = "";
addEventListener("submit", (event) => event.preventDefault());
const markPress = ({ target }) => {
  document.querySelector("[data-pressed-early]")?.removeAttribute("data-pressed-early");
  target.closest("button")?.setAttribute("data-pressed-early", "");
};
addEventListener("click", markPress, true);
addEventListener("app", () => removeEventListener("click", markPress, true), { once: true });
const start = () => {
  for (const file of root.dataset.files?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
  }
  void import("__ENTRY__");
};
if (root.dataset.page === "shell" && !hasSession) {
  location.replace("/login?redirect=" + encodeURIComponent(location.pathname + location.search));
} else if (document.readyState === "complete") {
  start();
} else {
  addEventListener("load", start, { once: true });
}
