/**
 * Tests replies in the live chat with real clicks: replies to absent users, visitors before and
 * after sign-in, and sessions that end during a conversation.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { goTo, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import {
  chatIdOf,
  conversation,
  field,
  isInSight,
  messagesIn,
  openChat,
  openSupportOf,
  panel,
  write,
} from "../support/browser/chat-browser.ts";
import { eventually, signIn, signUp } from "../support/people/person.ts";

const site = openSite();
const support = openSupportOf(site);

test("a reply is counted as unread in a closed chat, or e-mailed to an absent user", async () => {
  const ann = await signUp(site.url, "Ann");
  const hello = { text: "Hello", clientMessageId: crypto.randomUUID() };
  await ann.call("sendChatMessage", { body: hello });
  const params = { chatId: await chatIdOf(ann) };
  const answer = (text: string) =>
    support.administrator.call("answerChat", {
      params,
      body: { text, clientMessageId: crypto.randomUUID() },
    });
  await answer("While you were away");
  const { items } = await ann.call("listMailbox");
  expect(items[0]?.subject).toBe("Support answered in the chat");

  const user = await site.visit("/analytics", { person: ann });
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

test("a long conversation scrolls to a new reply and to an unsent message", async () => {
  const ann = await signUp(site.url, "Ann");
  for (let count = 1; count <= 20; count += 1) {
    const clientMessageId = crypto.randomUUID();
    await ann.call("sendChatMessage", { body: { text: `No ${count}`, clientMessageId } });
  }
  const params = { chatId: await chatIdOf(ann) };
  const user = await site.visit("/wallet", { person: ann });
  // Typing events reach only connected clients, so wait for the connection.
  await user.page.getByText("Connected", { exact: true }).first().waitFor();
  await openChat(user.page);
  await messagesIn(user.page).filter({ hasText: "No 20" }).waitFor();
  await user.page.keyboard.press("Escape");
  const body = { text: "Long.\n".repeat(5), clientMessageId: crypto.randomUUID() };
  await support.administrator.call("answerChat", { params, body });
  await user.page.getByRole("button", { name: "Live chat, 1 unread" }).click();
  const answer = messagesIn(user.page).filter({ hasText: "Long." });
  await answer.waitFor();
  await expect.poll(() => isInSight(answer)).toBe(true);

  const log = panel(user.page).getByRole("log");
  const first = messagesIn(user.page).filter({ hasText: /^No 1You/ });
  await log.evaluate((element) => element.scrollTo(0, 0));
  await support.administrator.call("typeInDeskChat", { params });
  await panel(user.page).getByText("Support is typing...").waitFor({ state: "attached" });
  expect(await isInSight(first)).toBe(true);

  await user.page.route("**/api/v1/chat/messages", (route) => route.abort());
  await write(user.page, "Does not arrive");
  const retry = panel(user.page).getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await expect.poll(() => isInSight(retry)).toBe(true);
  expect(await leave(user)).toEqual([]);
});

test("a visitor receives replies in the same tab, even after a reload", async () => {
  const visitor = await site.visit("/");
  const { page } = visitor;
  await openChat(page);
  const question = `Is it really free, ${randomUUID()}?`;
  await write(page, question);
  await messagesIn(page).getByText("Sent").waitFor();
  const desk = await support.openDesk();
  await desk.page
    .getByRole("link", { name: /Visitor/ })
    .filter({ hasText: question })
    .click();
  await conversation(desk.page)
    .getByText("This visitor is not signed in. Your answer appears in their browser tab.")
    .waitFor();
  await conversation(desk.page)
    .getByLabel("Message", { exact: true })
    .fill("Yes, test coins only.");
  await desk.page.keyboard.press("Enter");
  await messagesIn(page).filter({ hasText: "Yes, test coins only." }).waitFor();
  await panel(page).getByText("An administrator is online").waitFor();
  await conversation(desk.page).getByText("Read", { exact: true }).waitFor();
  await goTo(page, "/login");
  await conversation(desk.page).getByLabel("Message", { exact: true }).fill("Anything else?");
  await desk.page.keyboard.press("Enter");
  // A closed chat polls four times per minute, so allow up to a minute.
  await page.getByRole("button", { name: "Live chat, 1 unread" }).waitFor({ timeout: 60_000 });
  await openChat(page);
  await expect.poll(() => messagesIn(page).count()).toBe(3);
  // The server treats a second tab without a session as a different visitor.
  const other = await site.visit("/");
  await openChat(other.page);
  await other.page.getByText("Ask us").waitFor();
  expect(await messagesIn(other.page).count()).toBe(0);
  expect(await leave(other)).toEqual([]);
  expect(await leave(desk)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

test("a signed-in user sees their own conversation on the public page", async () => {
  const ann = await signUp(site.url, "Ann");
  const hello = { text: "From the dashboard", clientMessageId: crypto.randomUUID() };
  await ann.call("sendChatMessage", { body: hello });
  const user = await site.visit("/", { person: ann });
  await openChat(user.page);
  await messagesIn(user.page).filter({ hasText: "From the dashboard" }).waitFor();
  expect(await leave(user)).toEqual([]);
});

test("no message is sent if the session ends during a conversation", async () => {
  const ann = await signUp(site.url, "Ann");
  const tab = await signIn(site.url, ann.email, ann.password);
  const user = await site.visit("/hardware", { person: tab });
  await openChat(user.page);
  await write(user.page, "Hello");
  await messagesIn(user.page).getByText("Sent").waitFor();
  const { items } = await tab.call("listSessions");
  const sessionId = items.find(({ isCurrent }) => isCurrent)?.id ?? "";
  // Fills the field before the session ends, because the page then removes the field.
  await field(user.page).fill("Still here?");
  await ann.call("endSession", { params: { sessionId } });
  await user.page.keyboard.press("Enter");
  await user.page.waitForURL("**/login?*");
  expect((await ann.call("getChat")).messages.map(({ text }) => text)).toEqual(["Hello"]);
  await user.context.close();
});

test("a visitor who signs in continues the same conversation", async () => {
  const ann = await signUp(site.url, "Ann");
  const visitor = await site.visit("/login");
  const { page } = visitor;
  await openChat(page);
  await write(page, "Do I need an account?");
  await messagesIn(page).getByText("Sent").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await eventually(
    "the conversation is Ann's",
    () => ann.call("getChat"),
    ({ messages }) => messages.length === 1,
  );
  await openChat(page);
  await messagesIn(page).filter({ hasText: "Do I need an account?" }).waitFor();
  await write(page, "Now I have one.");
  await messagesIn(page).filter({ hasText: "Now I have one." }).getByText("Sent").waitFor();
  // Searches the whole list, because users from other tests may have written more recently and
  // would be listed first.
  const { items } = await support.administrator.call("listDeskChats");
  const place = items.findIndex(({ email }) => email === ann.email);
  expect(items[place]).toMatchObject({ email: ann.email, lastText: "Now I have one." });
  for (const { updatedAt } of items.slice(0, place))
    expect(updatedAt >= (items[place]?.updatedAt ?? "")).toBe(true);
  expect(await leave(visitor)).toEqual([]);
});
