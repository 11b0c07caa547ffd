// scripts/prerender.ts writes this file into every page as its only inline script. The content
// security policy contains its hash.
// - Before the first paint it sets the theme, checks for a stored session, and redirects from a
//   signed-in page to /login if there is none.
// - After the page has loaded it starts the app.
// - Until the app runs, it keeps submitted forms on the page with their input, and marks the last
//   button that the user clicked. web/app/early-press.ts repeats that click.
const root = document.documentElement;
let theme = null;
let hasSession = false;
try {
  theme = localStorage.getItem("theme");
  hasSession = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
} catch {
  // Storage is unavailable: use the system's theme, signed out.
}
const isLight =
  theme === "light" || (theme !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
// Only two pages accept tokens from the URL, after a click (web/session/auth/carried-session.ts).
// Everywhere else the user did not ask to sign in, so the tokens are removed.
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
