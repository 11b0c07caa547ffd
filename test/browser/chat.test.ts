/** The live chat by real clicks: two browsers that talk to each other, a visitor who is answered, and what must not happen. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  sidewaysScroll,
  type Theme,
  type Visitor,
  type VisitorOptions,
} from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { eventually, signIn, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const ADMIN = { email: "admin@example.test", password: "correct horse battery" };
const USER_PAGES = [
  "/dashboard",
  "/invest",
  "/staking",
  "/purchase-power",
  "/hardware",
  "/wallet",
  "/deposit",
  "/withdraw",
  "/track-transaction/demo-tx",
  "/analytics",
  "/settings",
  "/support",
  "/mailbox",
  "/history",
];
const ADMIN_PAGES = ["/admin/dashboard", "/admin/users", "/admin/support", "/admin/audit"];
const SEND_CALL = "**/api/v1/chat/messages";

let server: RunningServer;
let browser: Browser;
let administrator: Person;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } }),
    launchBrowser(),
  ]);
  administrator = await signIn(server.url, ADMIN.email, ADMIN.password);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

type Look = Pick<VisitorOptions, "width" | "theme">;

async function visit(path: string, person?: Person, look: Look = {}): Promise<Visitor> {
  const storage = person ? { storage: await storageOf(server.url, person) } : {};
  const visitor = await newVisitor(browser, { url: server.url, ...look, ...storage });
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  return visitor;
}

/** Faults that the visit had; none is right. */
async function leave({ context, faults }: Visitor): Promise<string[]> {
  const seen = faults();
  await context.close();
  return seen;
}

const bubble = (page: Page) => page.getByRole("button", { name: /^Live chat/ });
const panel = (page: Page) => page.getByRole("region", { name: "Live chat", exact: true });
const field = (page: Page) => panel(page).getByLabel("Message", { exact: true });
const messagesIn = (page: Page) => panel(page).getByRole("listitem");

async function openChat(page: Page): Promise<void> {
  await bubble(page).click();
  await field(page).waitFor();
  await panel(page).getByText(/here/).first().waitFor();
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

const conversation = (page: Page) => page.getByRole("region", { name: /^Conversation/ });

async function openDesk(chatId?: string): Promise<Visitor> {
  const search = chatId === undefined ? "" : `?chat=${chatId}`;
  const desk = await visit(`/admin/support${search}`, administrator);
  await desk.page.getByText("Connected", { exact: true }).first().waitFor();
  return desk;
}

async function chatIdOf(person: Person): Promise<string> {
  return (await person.call("getChat")).chatId ?? "";
}

test("a user and an administrator talk to each other live, with typing, read marks and who is here", async () => {
  const ann = await signUp(server.url, "Ann");
  const user = await visit("/dashboard", ann);
  await user.page.getByText("Connected", { exact: true }).first().waitFor();
  await openChat(user.page);
  await panel(user.page).getByText("Nobody is here now; answers come to your mailbox").waitFor();
  await write(user.page, "Where is my deposit?");
  await messagesIn(user.page)
    .filter({ hasText: "Where is my deposit?" })
    .getByText("Sent")
    .waitFor();

  const desk = await openDesk();
  await desk.page.getByRole("link", { name: ann.email }).click();
  await conversation(desk.page).getByText("Where is my deposit?").waitFor();
  await conversation(desk.page).getByText("The user is here").waitFor();
  await messagesIn(user.page).getByText("Read").waitFor();
  await conversation(desk.page).getByLabel("Message", { exact: true }).pressSequentially("After");
  await panel(user.page).getByText("Support is typing...").waitFor();
  await conversation(desk.page)
    .getByLabel("Message", { exact: true })
    .fill("After <b>six</b> blocks.");
  await desk.page.keyboard.press("Enter");
  await messagesIn(user.page).filter({ hasText: "After <b>six</b> blocks." }).waitFor();
  await panel(user.page).getByText("Support is typing...").waitFor({ state: "hidden" });
  await field(user.page).pressSequentially("Thanks");
  await conversation(desk.page).getByText("User is typing...").waitFor();
  await user.page.keyboard.press("Enter");
  await conversation(desk.page).getByRole("listitem").filter({ hasText: "Thanks" }).waitFor();

  // Who is here is asked for again as the chat is opened.
  await user.page.goto("/wallet");
  await appRuns(user.page);
  await openChat(user.page);
  await panel(user.page).getByText("An administrator is here").waitFor();
  expect(await messagesIn(user.page).count()).toBe(3);
  const { items } = await ann.call("listMailbox");
  expect(items.map(({ subject }) => subject)).not.toContain("Support answered in the chat");
  expect(await leave(desk)).toEqual([]);
  expect(await leave(user)).toEqual([]);
});

test("the button is on every screen", async () => {
  const ann = await signUp(server.url, "Ann");
  const missing: string[] = [];
  for (const [person, pages] of [
    [undefined, ["/", "/login", "/register", "/no-such-page"]],
    [ann, USER_PAGES],
    [administrator, ADMIN_PAGES],
  ] as const) {
    const visitor = await visit("/", person);
    for (const path of pages) {
      await visitor.page.goto(path);
      await appRuns(visitor.page);
      await visitor.page.getByRole("heading", { level: 1 }).waitFor();
      if (!(await bubble(visitor.page).isVisible())) missing.push(path);
    }
    missing.push(...(await leave(visitor)));
  }
  expect(missing).toEqual([]);
});

describe("what is written", () => {
  test("of spaces only does nothing, by key and by button", async () => {
    const ann = await signUp(server.url, "Ann");
    const user = await visit("/support", ann);
    await openChat(user.page);
    let calls = 0;
    await user.page.route(SEND_CALL, (route) => {
      calls += 1;
      return route.continue();
    });
    for (const text of ["", "   ", " \n\t "]) {
      await field(user.page).fill(text);
      await field(user.page).press("Enter");
      await panel(user.page).getByRole("button", { name: "Send" }).click();
    }
    await write(user.page, "  Hello  ");
    await messagesIn(user.page).getByText("Hello", { exact: true }).waitFor();
    expect(calls).toBe(1);
    expect((await ann.call("getChat")).messages.map(({ text }) => text)).toEqual(["Hello"]);
    expect(await leave(user)).toEqual([]);
  });

  test("is text: HTML and javascript: links do nothing, Shift + Enter is a new line, the history survives a reload", async () => {
    const ann = await signUp(server.url, "Ann");
    const user = await visit("/settings", ann);
    const { page } = user;
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await openChat(page);
    await field(page).fill('<img src=x onerror="alert(1)"> javascript:alert(1)');
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("second line {{7*7}}");
    await page.keyboard.press("Enter");
    const text = '<img src=x onerror="alert(1)"> javascript:alert(1)\nsecond line {{7*7}}';
    await messagesIn(page).getByText("Sent").waitFor();
    await page.reload();
    await appRuns(page);
    await openChat(page);
    expect(await messagesIn(page).locator("p").first().innerText()).toBe(text);
    expect(await panel(page).locator("img, a").count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(await leave(user)).toEqual([]);
  });

  test("and is too long stays in the field and says so", async () => {
    const user = await visit("/mailbox", await signUp(server.url, "Ann"));
    await openChat(user.page);
    await write(user.page, "x".repeat(2001));
    await panel(user.page).getByText("2001 of 2000 characters").waitFor();
    expect(await messagesIn(user.page).count()).toBe(0);
    expect(await leave(user)).toEqual([]);
  });

  test("and whose answer is lost is said to be unsent, and stands once after Retry", async () => {
    const ann = await signUp(server.url, "Ann");
    const user = await visit("/invest", ann);
    await openChat(user.page);
    let isLost = true;
    await user.page.route(SEND_CALL, async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    // The history must not show it before the test has seen the failure.
    await user.page.route("**/api/v1/chat?*", (route) =>
      isLost ? route.continue() : route.abort(),
    );
    await write(user.page, "Only once");
    await panel(user.page).getByText("Not sent.").waitFor();
    await user.page.unroute("**/api/v1/chat?*");
    await panel(user.page).getByRole("button", { name: "Retry" }).click();
    await messagesIn(user.page).getByText("Sent", { exact: true }).waitFor();
    expect(await messagesIn(user.page).count()).toBe(1);
    expect((await ann.call("getChat")).messages).toHaveLength(1);
    expect(await leave(user)).toEqual([]);
  });

  test("and is the twenty-first of a minute says that it was not sent", async () => {
    const ann = await signUp(server.url, "Ann");
    for (let count = 1; count <= 20; count += 1) {
      const clientMessageId = crypto.randomUUID();
      await ann.call("sendChatMessage", { body: { text: `No ${count}`, clientMessageId } });
    }
    const user = await visit("/staking", ann);
    await openChat(user.page);
    await write(user.page, "No 21");
    await panel(user.page).getByText("You can send 20 messages a minute.").waitFor();
    await panel(user.page).getByRole("button", { name: "Discard" }).click();
    expect(await messagesIn(user.page).count()).toBe(20);
    expect(await leave(user)).toEqual([]);
  });
});

test("an answer to a closed chat is a number on the button until it is read; away, it is a letter", async () => {
  const ann = await signUp(server.url, "Ann");
  const hello = { text: "Hello", clientMessageId: crypto.randomUUID() };
  await ann.call("sendChatMessage", { body: hello });
  const params = { chatId: await chatIdOf(ann) };
  const answer = (text: string) =>
    administrator.call("answerChat", {
      params,
      body: { text, clientMessageId: crypto.randomUUID() },
    });
  await answer("While you were away");
  const { items } = await ann.call("listMailbox");
  expect(items[0]?.subject).toBe("Support answered in the chat");

  const user = await visit("/analytics", ann);
  await user.page.getByText("Connected", { exact: true }).first().waitFor();
  await user.page.getByRole("button", { name: "Live chat, 1 unread" }).waitFor();
  await answer("Now you are here");
  await user.page.getByRole("button", { name: "Live chat, 2 unread" }).waitFor();
  await openChat(user.page);
  await messagesIn(user.page).filter({ hasText: "Now you are here" }).waitFor();
  await eventually(
    "all is read",
    () => ann.call("getChat"),
    ({ unreadCount }) => unreadCount === 0,
  );
  await user.page.keyboard.press("Escape");
  await user.page.getByRole("button", { name: "Live chat", exact: true }).waitFor();
  expect((await ann.call("listMailbox")).items).toHaveLength(items.length);
  expect(await leave(user)).toEqual([]);
});

test("a visitor before sign-in is answered in the tab, also after a reload and with the chat closed", async () => {
  const visitor = await visit("/");
  const { page } = visitor;
  await openChat(page);
  await write(page, "Is it really free?");
  await messagesIn(page).getByText("Sent").waitFor();
  const desk = await openDesk();
  await desk.page.getByRole("link", { name: /Visitor.*Is it really free\?/ }).click();
  await conversation(desk.page)
    .getByText("A visitor before sign-in; the answer appears in the tab")
    .waitFor();
  await conversation(desk.page)
    .getByLabel("Message", { exact: true })
    .fill("Yes, test coins only.");
  await desk.page.keyboard.press("Enter");
  await messagesIn(page).filter({ hasText: "Yes, test coins only." }).waitFor();
  await panel(page).getByText("An administrator is here").waitFor();
  await page.goto("/login");
  await appRuns(page);
  await conversation(desk.page).getByLabel("Message", { exact: true }).fill("Anything else?");
  await desk.page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Live chat, 1 unread" }).waitFor();
  await openChat(page);
  expect(await messagesIn(page).count()).toBe(3);
  // Another tab is another visitor.
  const other = await visit("/");
  await openChat(other.page);
  await other.page.getByText("Ask us").waitFor();
  expect(await messagesIn(other.page).count()).toBe(0);
  expect(await leave(other)).toEqual([]);
  expect(await leave(desk)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

test("signed in, the public page shows the user's own conversation", async () => {
  const ann = await signUp(server.url, "Ann");
  const hello = { text: "From the dashboard", clientMessageId: crypto.randomUUID() };
  await ann.call("sendChatMessage", { body: hello });
  const user = await visit("/", ann);
  await openChat(user.page);
  await messagesIn(user.page).filter({ hasText: "From the dashboard" }).waitFor();
  expect(await leave(user)).toEqual([]);
});

test("a session that ends in the middle of a conversation sends nothing more", async () => {
  const ann = await signUp(server.url, "Ann");
  const tab = await signIn(server.url, ann.email, ann.password);
  const user = await visit("/hardware", tab);
  await openChat(user.page);
  await write(user.page, "Hello");
  await messagesIn(user.page).getByText("Sent").waitFor();
  const { items } = await tab.call("listSessions");
  const sessionId = items.find(({ isCurrent }) => isCurrent)?.id ?? "";
  await ann.call("endSession", { params: { sessionId } });
  await write(user.page, "Still here?");
  await user.page.waitForURL("**/login?*");
  expect((await ann.call("getChat")).messages.map(({ text }) => text)).toEqual(["Hello"]);
  await user.context.close();
});

test("by keyboard: the button opens it, the field has the focus, Escape closes it and gives the focus back", async () => {
  const user = await visit("/dashboard", await signUp(server.url, "Ann"));
  const { page } = user;
  await bubble(page).focus();
  await page.keyboard.press("Enter");
  await field(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  // Keys of the page do not act while a message is written.
  await page.keyboard.type("g w?");
  expect(await field(page).inputValue()).toBe("g w?");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  await page.waitForFunction(() =>
    (document.activeElement?.getAttribute("aria-label") ?? "").startsWith("Live chat"),
  );
  await page.keyboard.press("Enter");
  expect(await field(page).inputValue()).toBe("g w?");
  expect(await leave(user)).toEqual([]);
});

/** What the open panel covers that it must not, and whether the page became too wide. */
async function wrongPlaces(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  if ((await sidewaysScroll(page)) > 0) wrong.push("wider than the window");
  const [shown, strip] = await Promise.all([
    edgesOf(panel(page)),
    edgesOf(page.locator('[data-part="practice-strip"]')),
  ]);
  if (shown.top < strip.bottom) wrong.push("over the practice strip");
  const tabs = page.getByRole("navigation", { name: "Main, small screens" });
  if ((await tabs.isVisible()) && shown.bottom > (await edgesOf(tabs)).top)
    wrong.push("over the tab bar");
  return wrong;
}

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not to be seen");
  return { top: box.y, bottom: box.y + box.height };
}

const LOOKS: readonly (readonly [Theme, number])[] = [
  ["dark", 1440],
  ["dark", 360],
  ["light", 1440],
  ["light", 360],
];

describe("looks", () => {
  test.each(LOOKS)("open on a public page and behind sign-in, %s, %i px", async (theme, width) => {
    const ann = await signUp(server.url, "Ann");
    const hello = { text: "Hello ".repeat(40), clientMessageId: crypto.randomUUID() };
    await ann.call("sendChatMessage", { body: hello });
    const answer = { text: "x".repeat(300), clientMessageId: crypto.randomUUID() };
    await administrator.call("answerChat", {
      params: { chatId: await chatIdOf(ann) },
      body: answer,
    });
    const wrong: Record<string, string[]> = {};
    for (const [path, person] of [
      ["/", undefined],
      ["/no-such-page", undefined],
      ["/dashboard", ann],
      [`/admin/support?chat=${await chatIdOf(ann)}`, administrator],
    ] as const) {
      const visitor = await visit(path, person, { theme, width });
      const { page } = visitor;
      await openChat(page);
      if (person === ann) await messagesIn(page).nth(1).waitFor();
      const found = [...(await axeViolations(page)), ...(await wrongPlaces(page))];
      found.push(...(await leave(visitor)));
      if (found.length > 0) wrong[path] = found;
    }
    expect(wrong).toEqual({});
  });

  test("at 360 px the button stands above the tab bar and hides no main action that is scrolled into sight", async () => {
    const user = await visit("/dashboard", await signUp(server.url, "Ann"), { width: 360 });
    const { page } = user;
    const bar = await edgesOf(page.getByRole("navigation", { name: "Main, small screens" }));
    const wrong: string[] = [];
    for (const [path, name] of [
      ["/withdraw", /^Review/],
      ["/support", "Send Message"],
      ["/settings", "Save Changes"],
      ["/staking", /^Stake/],
    ] as const) {
      await page.goto(path);
      await appRuns(page);
      if ((await edgesOf(bubble(page))).bottom > bar.top) wrong.push(`${path}: on the tab bar`);
      const action = page.getByRole("button", { name }).first();
      await action.waitFor();
      const isFree = await action.evaluate((element) => {
        element.scrollIntoView({ block: "center" });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [left + 4, (left + right) / 2, right - 4].every((x) =>
          element.contains(document.elementFromPoint(x, (top + bottom) / 2)),
        );
      });
      if (!isFree) wrong.push(`${path}: over the action`);
    }
    expect(wrong).toEqual([]);
    expect(await leave(user)).toEqual([]);
  });
});
