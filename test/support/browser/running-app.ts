/**
 * Keeps the application running in a window between visits. Navigating inside the running
 * application takes one third of the time of loading a page. Between visits the window is at a URL
 * without a page, and the application has discarded the previous visitor's data as after a logout.
 */
import type { Page } from "playwright-core";

const NOWHERE = "/nowhere";

/**
 * Storage keys that may exist at the end of a visit, because the test support clears them. Any
 * other key, such as a selected unit, means that the application would remember a setting.
 */
const FORGETTABLE =
  "^(sb-|idempotency:|hashfloor[.]signed-out$|activity-seen:|person$|notices$|tsr-)";

/**
 * Maximum duration of a navigation. A navigation would never end if the application did not run.
 */
const MOVE_MS_MAX = 5_000;

export function isNowhere(page: Page): boolean {
  return new URL(page.url()).pathname === NOWHERE;
}

/**
 * Navigates from the placeholder URL to a page. The signed-in user is the one in the stored
 * session.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // Repeats the steps of web/app/boot.js, which normally run when a page loads.
    const isSignedIn = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
    document.documentElement.toggleAttribute("data-session", isSignedIn);
    history.pushState({}, "", to);
  }, path);
  const nothingHere = page.getByRole("heading", { name: "There is nothing at this address" });
  await nothingHere.waitFor({ state: "detached" });
}

/**
 * Navigates from the page to the placeholder URL. Returns false if the application would remember
 * data from this visit.
 */
export function goNowhere(page: Page): Promise<boolean> {
  return page.evaluate(forgetVisitor, {
    nowhere: NOWHERE,
    forgettable: FORGETTABLE,
    msMax: MOVE_MS_MAX,
  });
}

async function forgetVisitor(how: { nowhere: string; forgettable: string; msMax: number }) {
  const endsAt = Date.now() + how.msMax;
  const until = async (isSo: () => boolean) => {
    while (!isSo() && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 10));
    return isSo();
  };
  const title = "There is nothing at this address";
  const leavePage = () => {
    history.pushState({}, "", how.nowhere);
    return until(() => document.querySelector("h1")?.textContent === title);
  };
  // The landing page cannot navigate inside the application, because its links load their target as
  // a new document.
  if (document.documentElement.dataset["page"] === "landing") return false;
  if (!(await leavePage())) return false;
  const person = sessionStorage.getItem("person") ?? "";
  const wereTold = (sessionStorage.getItem("notices") ?? "[]") !== "[]";
  const isChatting = document.querySelector(".chat-button[hidden]") !== null;
  const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  if (isChatting || !keys.every((key) => new RegExp(how.forgettable).test(key))) return false;
  localStorage.clear();
  // When a session ends, the sign-in page clears the user and the notices. If no user was signed
  // in, the notices would remain.
  if (person === "" && wereTold) return false;
  if (person !== "") {
    history.pushState({}, "", "/login");
    if (!(await until(() => sessionStorage.getItem("person") === ""))) return false;
    if (!(await leavePage())) return false;
  }
  document.querySelector<HTMLElement>(".toast [aria-label=Close]")?.click();
  return until(() => document.querySelector(".toast") === null);
}
