/**
 * Opens the product's screens in the order of the requirement's list. A group's tests share one
 * window and check its visible elements.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { leave, notice, type Visitor } from "./browser.ts";
import { openSite, type Site } from "./browser-site.ts";
import { administratorOf } from "../people/administrator-of.ts";
import { buyPlan, getCoins } from "../people/main-job.ts";
import { signUp, type Person } from "../people/person.ts";
import { shown, type Kind } from "./screen.ts";

/**
 * The accounts of these tests. Ann has coins from the faucet and a Starter Rig. Eve has no coins or
 * contracts.
 */
export type Account = "ann" | "eve" | "admin";

export interface SeedScreens {
  readonly site: Site;
  readonly page: Page;
  person(account: Account): Person;
  /** Registers a hook that opens the page once for its group of tests. */
  open(path: string | (() => string), account?: Account): void;
  /** Waits for the element and resolves with true once it is visible. */
  isShown(kind: Kind, name: string): Promise<boolean>;
  /** Waits for the notice with this title and text, and resolves with true once it is visible. */
  isNoticed(title: string, text: string): Promise<boolean>;
  /** Returns the targets of all visible links with this name. */
  targetsOf(name: string): Promise<string[]>;
}

/** Registers the setup and teardown hooks of a test file. Call it at the top of the file. */
export function openSeedScreens(): SeedScreens {
  const site = openSite();
  let people: Readonly<Record<Account, Person>> | undefined;
  let visitor: Visitor | undefined;

  beforeAll(async () => {
    const [ann, eve, admin] = await Promise.all([
      signUp(site.url, "Ann"),
      signUp(site.url, "Eve"),
      administratorOf(site.url),
    ]);
    await getCoins(ann);
    await buyPlan(ann, "Starter Rig");
    people = { ann, eve, admin };
  });

  const screens: SeedScreens = {
    site,
    get page() {
      if (!visitor) throw new Error("no page is open in this group");
      return visitor.page;
    },
    person(account) {
      if (!people) throw new Error("nobody has signed up yet");
      return people[account];
    },
    open(path, account) {
      beforeAll(async () => {
        const address = typeof path === "string" ? path : path();
        visitor = await site.comeTo(address, account && { person: screens.person(account) });
      });
      afterAll(async () => {
        if (visitor) await leave(visitor);
      });
    },
    async isShown(kind, name) {
      await shown(screens.page, kind, name).waitFor();
      return true;
    },
    async isNoticed(title, text) {
      await notice(screens.page, title, text);
      return true;
    },
    async targetsOf(name) {
      const links = screens.page.getByRole("link", { name, exact: true }).filter({ visible: true });
      await links.first().waitFor();
      const targets = await Promise.all(
        (await links.all()).map((link) => link.getAttribute("href")),
      );
      return [...new Set(targets.map(String))];
    },
  };
  return screens;
}
