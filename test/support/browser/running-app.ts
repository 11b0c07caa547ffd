/**
 * A window in which the application goes on running from one visitor to the next: moving inside it,
 * as its links do, costs a third of loading a page. In between it stands at an address without a
 * page, and has forgotten the one before as at a logout.
 */
import type { Page } from "playwright-core";

const NOWHERE = "/nowhere";

/**
 * What may be stored at the end, because it is forgotten with it. The rest, such as a chosen unit,
 * the application remembers.
 */
const FORGETTABLE =
  "^(sb-|idempotency:|hashfloor[.]signed-out$|activity-seen:|person$|notices$|tsr-)";

/** Longer than any of the moves takes: where the application does not run, none ends. */
const MOVE_MS_MAX = 5_000;

export function isNowhere(page: Page): boolean {
  return new URL(page.url()).pathname === NOWHERE;
}

/** From nowhere to that page, as who is signed in by what is stored. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // What web/app/boot.js does when a page is loaded.
    const isSignedIn = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
    document.documentElement.toggleAttribute("data-session", isSignedIn);
    history.pushState({}, "", to);
  }, path);
  const nothingHere = page.getByRole("heading", { name: "There is nothing at this address" });
  await nothingHere.waitFor({ state: "detached" });
}

/** False when the application would keep something of this visit. */
export function goNowhere(page: Page): Promise<boolean> {
  return page.evaluate(forgetVisitor, {
    nowhere: NOWHERE,
    forgettable: FORGETTABLE,
    msMax: MOVE_MS_MAX,
  });
}

/** Runs in the page. */
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
  // Its links load the page they lead to, and it moves nowhere.
  if (document.documentElement.dataset["page"] === "landing") return false;
  if (!(await leavePage())) return false;
  const person = sessionStorage.getItem("person") ?? "";
  const wereTold = (sessionStorage.getItem("notices") ?? "[]") !== "[]";
  const isChatting = document.querySelector(".chat-button[hidden]") !== null;
  const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  if (isChatting || !keys.every((key) => new RegExp(how.forgettable).test(key))) return false;
  localStorage.clear();
  // The sign-in page finds that the session is gone and forgets the person and the notices.
  // Nobody's notices stay.
  if (person === "" && wereTold) return false;
  if (person !== "") {
    history.pushState({}, "", "/login");
    if (!(await until(() => sessionStorage.getItem("person") === ""))) return false;
    if (!(await leavePage())) return false;
  }
  document.querySelector<HTMLElement>(".toast [aria-label=Close]")?.click();
  return until(() => document.querySelector(".toast") === null);
}
