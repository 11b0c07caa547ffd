/**
 * Starts the product with an administrator for browser tests of the administrator pages. Provides
 * the administrator's session and creates other users.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import type { Visitor } from "./browser.ts";
import { openSite, type Site } from "./browser-site.ts";
import { getCoins } from "../people/main-job.ts";
import { signIn, signUp, type Person } from "../people/person.ts";
import { withSecondFactor } from "../people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
const reason = "a test";

export interface AdminSite {
  readonly site: Site;
  /** An administrator with two-factor authentication. Like `rich`, available once the tests run. */
  readonly admin: Person;
  /** A user with 0.05 BTC, available once the tests run. */
  readonly rich: Person;
  visitorAs(person: Person): Promise<Visitor>;
  /** Opens /admin/users as the administrator, with the search text in the URL. */
  usersPage(search?: string): Promise<Visitor>;
  addByApi(name: string): Promise<{ readonly email: string }>;
  changeByApi(person: Person, change: object): Promise<void>;
  newAdministrator(name: string): Promise<Person>;
}

/** Registers the setup and teardown hooks of a test file. Call it at the top of the file. */
export function openAdminSite(): AdminSite {
  const site = openSite({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });
  let people: { readonly admin: Person; readonly rich: Person } | undefined;
  beforeAll(async () => {
    const admin = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
    const rich = await signUp(site.url, "Rich");
    await getCoins(rich);
    people = { admin, rich };
  });
  const there = () => {
    if (!people) throw new Error("nobody is here before the tests run");
    return people;
  };
  const office: AdminSite = {
    site,
    get admin() {
      return there().admin;
    },
    get rich() {
      return there().rich;
    },
    visitorAs: (person) => site.enter({ person }),
    async usersPage(search = "") {
      const path = `/admin/users?search=${encodeURIComponent(search)}`;
      const visitor = await site.comeTo(path, { person: office.admin });
      await visitor.page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
      await visitor.page.getByRole("table", { name: "Users" }).waitFor();
      return visitor;
    },
    addByApi(name) {
      const email = `${randomUUID()}@example.test`;
      const body = { name, email, password: "long enough for a test", reason };
      return office.admin.call("addPerson", { body });
    },
    async changeByApi(person, change) {
      const { id: userId } = await person.call("getMe");
      await office.admin.call("changePerson", { params: { userId }, body: { ...change, reason } });
    },
    async newAdministrator(name) {
      const person = await signUp(site.url, name);
      await office.changeByApi(person, { isAdmin: true });
      return withSecondFactor(person);
    },
  };
  return office;
}

export const rowOf = (page: Page, email: string) =>
  page.getByRole("row").filter({ hasText: email });
/** Clicks the page's link in the side navigation. */
export const goToAdminPage = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Admin pages" }).first().getByRole("link", { name }).click();
export const dialog = (page: Page) => page.getByRole("dialog");
