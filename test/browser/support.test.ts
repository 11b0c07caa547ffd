/**
 * Tests support with real clicks: the FAQ, one ticket per message, and refusals that keep the typed
 * text.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { htmlPart } from "../../modules/notifications/outbox/mail-parts.ts";
import { goTo, leave, notice, sidewaysScroll, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: "correct horse battery" };
const TICKETS_CALL = "**/api/v1/support/tickets*";
const NEWS_CALL = "**/api/v1/admin/news*";

const site = openSite({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });

async function open(): Promise<Visitor & { readonly person: Person }> {
  const person = await signUp(site.url, "Ann");
  return { ...(await site.comeTo("/support", { person })), person };
}

let administrator: Person;
beforeAll(async () => {
  administrator = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
});

const openDesk = () => site.comeTo("/admin/support", { person: administrator });

async function write(page: Page, subject: string, message: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message", { exact: true }).fill(message);
}

const send = (page: Page) => page.getByRole("button", { name: "Send Message" });
const tickets = (page: Page) => page.getByRole("region", { name: "Your messages" });

describe("FAQ", () => {
  test("one item is open at a time, by mouse and keyboard", async () => {
    const visitor = await open();
    const { page } = visitor;
    const first = page.getByRole("button", { name: "How long do withdrawals take?" });
    const second = page.getByRole("button", { name: "Are these real bitcoins?" });
    const state = async () =>
      Promise.all([first, second].map((one) => one.getAttribute("aria-expanded")));
    expect(await state()).toEqual(["false", "false"]);
    await first.click();
    await expect.poll(state).toEqual(["true", "false"]);
    await page.keyboard.press("ArrowDown");
    await second.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(state).toEqual(["false", "true"]);
    await page.keyboard.press("Space");
    await expect.poll(state).toEqual(["false", "false"]);
    expect(await leave(visitor)).toEqual([]);
  });

  test("the FAQ states 1-2 hours for most withdrawals and 24 hours for large ones", async () => {
    const visitor = await open();
    const { page } = visitor;
    await page.getByRole("button", { name: "How long do withdrawals take?" }).click();
    await page
      .getByText("Most withdrawals take 1-2 hours and large ones up to 24 hours.")
      .waitFor();
    await page.getByText("Measured on this installation: none completed yet.").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("contact form", () => {
  test("a double click files one ticket and shows 'Message Sent'", async () => {
    const visitor = await open();
    const { page, person } = visitor;
    await tickets(page).getByText("No messages yet").waitFor();
    await write(page, "  Where is my deposit?  ", "It has 3 confirmations.\nShould I wait?");
    await send(page).dblclick();
    await notice(page, "Message Sent", "Support will reply within 24 hours.");
    await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("");
    await goTo(page, "/support");
    await tickets(page).getByText("Where is my deposit?").click();
    await tickets(page).getByText("Should I wait?").waitFor();
    await tickets(page).getByText("Open", { exact: true }).waitFor();
    expect((await person.call("listTickets")).items).toHaveLength(1);
    const { items } = await person.call("listMailbox");
    expect(items[0]?.subject).toBe("We have your message");
    expect(await leave(visitor)).toEqual([]);
  });

  test("the sixth message in an hour is refused and stays in the form", async () => {
    const visitor = await open();
    const { page, person } = visitor;
    for (let count = 1; count <= 5; count += 1)
      await person.call("createTicket", { body: { subject: `No ${count}`, message: "Hello" } });
    await write(page, "No 6", "Hello again");
    await send(page).click();
    await notice(page, "Too many messages", "You can send 5 messages an hour.");
    await expect
      .poll(() => page.getByLabel("Message", { exact: true }).inputValue())
      .toBe("Hello again");
    expect(await leave(visitor)).toEqual([]);
  });

  test("a message sent again after a lost response is filed once", async () => {
    const visitor = await open();
    const { page, person } = visitor;
    let isLost = true;
    await page.route(TICKETS_CALL, async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.fallback();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    await write(page, "Twice", "Only once please");
    await send(page).click();
    await notice(page, "No answer");
    await send(page).click();
    await notice(page, "Message Sent");
    expect((await person.call("listTickets")).items).toHaveLength(1);
    expect(await leave(visitor)).toEqual([]);
  });

  test("HTML and javascript: links are shown as plain text", async () => {
    const visitor = await open();
    const { page } = visitor;
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const subject = "<img src=x onerror=alert(1)>";
    const message = '<a href="javascript:alert(1)">press</a> javascript:alert(2) {{7*7}}';
    await write(page, subject, message);
    await send(page).click();
    await notice(page, "Message Sent");
    await tickets(page).getByText(subject).click();
    await tickets(page).getByText(message).waitFor();
    expect(await tickets(page).locator("img, a").count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a second tab shows the new ticket without a reload", async () => {
    const visitor = await open();
    const { page, context } = visitor;
    const second = await context.newPage();
    await goTo(second, "/support");
    await tickets(second).getByText("No messages yet").waitFor();
    await second.getByText("Connected", { exact: true }).first().waitFor();
    await write(page, "From the first tab", "Hello");
    await page.keyboard.press("Tab");
    await send(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await notice(page, "Message Sent");
    await tickets(second).getByText("From the first tab").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("the support desk", () => {
  test("an answer appears without a reload and can close the ticket", async () => {
    const user = await open();
    await user.person.call("createTicket", {
      body: { subject: "Where is it?", message: "Hm".repeat(200) },
    });
    await tickets(user.page).getByText("Where is it?").click();
    await user.page.getByText("Connected", { exact: true }).first().waitFor();
    const desk = await openDesk();
    const { page } = desk;
    const inbox = page.getByRole("list", { name: "Inbox" });
    await inbox.getByRole("link", { name: /Where is it\?/ }).click();
    const ticket = page.getByRole("region", { name: "Ticket", exact: true });
    await ticket.getByRole("link", { name: user.person.email }).waitFor();
    // A long word in a user's message must not widen the support desk.
    expect(await ticket.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await ticket.getByRole("button", { name: "Send answer" }).click();
    await ticket.getByText("Enter a message.").waitFor();
    await ticket.getByLabel("Answer").fill("After <b>six</b> blocks.");
    await ticket.getByRole("button", { name: "Send and close" }).dblclick();
    await notice(page, "Answer sent", user.person.email);
    await ticket.getByText("Closed", { exact: true }).waitFor();
    await inbox.getByRole("link", { name: /Where is it\?/ }).waitFor({ state: "hidden" });
    await tickets(user.page).getByText("After <b>six</b> blocks.").waitFor();
    await tickets(user.page).getByText("Closed", { exact: true }).waitFor();
    const [mine] = (await user.person.call("listTickets")).items;
    expect(mine?.messages).toHaveLength(2);
    const { items } = await user.person.call("listMailbox");
    expect(items[0]?.subject).toBe("Support answered: Where is it?");
    expect(await leave(desk)).toEqual([]);
    expect(await leave(user)).toEqual([]);
  });

  test("news is sent to users who turned on Promotions & News", async () => {
    const reader = await signUp(site.url, "Reader");
    const other = await signUp(site.url, "Other");
    await reader.call("changeNotificationSettings", { body: { promotions: true } });
    const desk = await openDesk();
    const { page } = desk;
    const news = page.getByRole("region", { name: "News", exact: true });
    await news.getByRole("button", { name: "Send news" }).click();
    await news.getByText("Enter a title.").waitFor();
    await news.getByLabel("Title").fill("A new plan");
    await news.getByLabel("Text").fill("From June.");
    // Drops the first response. The second click must not send the news twice.
    let isLost = true;
    await page.route(NEWS_CALL, async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.fallback();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    await news.getByRole("button", { name: "Send news" }).click();
    await notice(page, "No answer");
    await news.getByRole("button", { name: "Send news" }).dblclick();
    await notice(page, "Sending news", "The message goes to 1 user.");
    await news.getByText("Sent to 1.").waitFor();
    const subjects = async (person: Person) =>
      (await person.call("listMailbox")).items.map(({ subject }) => subject);
    await expect.poll(() => subjects(reader)).toEqual(["A new plan", "Welcome to Hashfloor"]);
    expect(await subjects(other)).toEqual(["Welcome to Hashfloor"]);
    expect(await leave(desk)).toEqual([]);
  });
});

test("a message with one long word fits a phone in the mailbox and as an e-mail", async () => {
  const person = await signUp(site.url, "Ann");
  const word = "W".repeat(120);
  const ticket = await person.call("createTicket", { body: { subject: word, message: "Hello" } });
  await administrator.call("answerTicket", {
    params: { ticketId: ticket.id },
    body: { message: word, seenMessageId: ticket.messages[0]?.id },
  });
  const visitor = await site.comeTo("/mailbox", { person, width: 360 });
  const { page } = visitor;
  await page.getByRole("link", { name: `Support answered: ${word}` }).click();
  await page.getByRole("heading", { name: `Support answered: ${word}` }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  const siteUrl = `http://${"installation.".repeat(20)}test`;
  await page.goto("about:blank");
  await page.setContent(htmlPart({ subject: word, text: word, siteUrl }));
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});
