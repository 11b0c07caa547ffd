/** The live chat in browsers: one installation with an administrator, visits to its pages, and the parts of the chat on them. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import {
  appRuns,
  launchBrowser,
  newVisitor,
  type Visitor,
  type VisitorOptions,
} from "./browser.ts";
import { storageOf } from "./browser-person.ts";
import { signIn, type Person } from "./person.ts";
import { startServer, type RunningServer } from "./server.ts";

const ADMIN = { email: "admin@example.test", password: "correct horse battery" };

interface ChatFloor {
  server: RunningServer;
  browser: Browser;
  administrator: Person;
}

/** Call it once in a test file. */
export function openChatFloor() {
  const floor = {} as unknown as ChatFloor;
  beforeAll(async () => {
    [floor.server, floor.browser] = await Promise.all([
      startServer({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } }),
      launchBrowser(),
    ]);
    floor.administrator = await signIn(floor.server.url, ADMIN.email, ADMIN.password);
  });
  afterAll(async () => {
    await floor.browser.close();
    await floor.server.close();
  });
  const visit = async (
    path: string,
    person?: Person,
    look: Pick<VisitorOptions, "width" | "theme"> = {},
  ): Promise<Visitor> => {
    const { url } = floor.server;
    const storage = person ? { storage: await storageOf(url, person) } : {};
    const visitor = await newVisitor(floor.browser, { url, ...look, ...storage });
    await visitor.page.goto(path);
    await appRuns(visitor.page);
    return visitor;
  };
  const openDesk = async (): Promise<Visitor> => {
    const desk = await visit("/admin/support", floor.administrator);
    await desk.page.getByText("Connected", { exact: true }).first().waitFor();
    return desk;
  };
  return { floor, visit, openDesk };
}

/** Faults that the visit had; none is right. */
export async function leave({ context, faults }: Visitor): Promise<string[]> {
  const seen = faults();
  await context.close();
  return seen;
}

export const bubble = (page: Page) => page.getByRole("button", { name: /^Live chat/ });
export const panel = (page: Page) => page.getByRole("region", { name: "Live chat", exact: true });
export const field = (page: Page) => panel(page).getByLabel("Message", { exact: true });
export const messagesIn = (page: Page) => panel(page).getByRole("listitem");
/** Whether it stands where it can be read, not beyond an edge of the messages. */
export function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const log = element.closest("[role=log]")?.getBoundingClientRect();
    return log !== undefined && top >= log.top - 1 && bottom <= log.bottom + 1;
  });
}

/** The open one at the desk. */
export const conversation = (page: Page): Locator =>
  page.getByRole("region", { name: /^Conversation/ });

export async function openChat(page: Page): Promise<void> {
  await bubble(page).click();
  await field(page).waitFor();
  await panel(page).getByText(/here/).first().waitFor();
}

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

export async function chatIdOf(person: Person): Promise<string> {
  return (await person.call("getChat")).chatId ?? "";
}
