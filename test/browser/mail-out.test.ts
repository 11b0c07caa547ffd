/** The pages of a floor with a mail server: what they say about letters is true there too. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { eventually, signUp, type Person } from "../support/person.ts";
import { startServer, type RunningServer } from "../support/server.ts";
import { partOf, startSmtpSink, type SmtpSink } from "../support/smtp-sink.ts";
import { removeFolder } from "../support/scratch-folder.ts";

let smtp: SmtpSink;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  smtp = await startSmtpSink();
  [server, browser] = await Promise.all([
    startServer({ env: { SMTP_URL: smtp.url } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await smtp.close();
  removeFolder(server.dataDir);
});

async function visit(path: string, person: Person): Promise<Visitor> {
  const storage = await storageOf(server.url, person);
  const visitor = await newVisitor(browser, { url: server.url, storage });
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  return visitor;
}

test("the mailbox keeps copies and says what became of each; a code is in the mail only", async () => {
  const ann = await signUp(server.url, "Ann");
  await ann.call("sendWithdrawalCode");
  await eventually(
    "both have left",
    async () => (await ann.call("listMailbox")).items,
    (items) => items.length === 2 && items.every(({ delivery }) => delivery === "sent"),
  );
  const { page, context, faults } = await visit("/mailbox", ann);
  await page.getByText("A copy of what this floor sends you.").waitFor();
  await page.getByRole("link", { name: /Your security code/ }).click();
  await page.getByText("(in the e-mail only)").waitFor();
  await page.getByText("It has left this floor.").waitFor();
  expect(await page.getByRole("button", { name: "Copy code" }).count()).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a letter that the server refuses for good says so in the mailbox", async () => {
  smtp.mood = { kind: "answer", at: "RCPT", line: "550 5.1.1 no such user" };
  const ann = await signUp(server.url, "Ann");
  await eventually(
    "it is given up",
    async () => (await ann.call("listMailbox")).items[0]?.delivery,
    (delivery) => delivery === "failed",
  );
  smtp.mood = { kind: "accept" };
  const { page, context, faults } = await visit("/mailbox", ann);
  await page.getByRole("link", { name: /Welcome to Hashfloor/ }).click();
  await page.getByText("Not sent: it could not be delivered.").waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("settings and answers to questions tell where letters arrive", async () => {
  const ann = await signUp(server.url, "Ann");
  const { page, context, faults } = await visit("/settings", ann);
  await page.getByText(/E-mail leaves this floor, .*it has no SMS gateway/).waitFor();
  await page.goto("/support");
  await appRuns(page);
  await page.getByText("Where do codes and notices arrive?").click();
  await page.getByText(/By e-mail; a copy without codes and links is in your/).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("/login leads to a mailed link; its letter leaves by mail, and a press on the page it opens signs in", async () => {
  const ann = await signUp(server.url, "Ann");
  const { page, context, faults } = await newVisitor(browser, { url: server.url });
  await page.goto("/login");
  await page.getByRole("link", { name: "E-mail me a link" }).click();
  await page.getByRole("heading", { name: "Login by E-mail" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/login/link");
  expect(await page.getByText("practice mailbox").count()).toBe(0);
  await page.getByLabel("Email", { exact: true }).fill(ann.email);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Look for the letter" });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText(`If ${ann.email} belongs to an account`).waitFor();

  const link = await eventually(
    "the letter has left",
    async () =>
      smtp.mails
        .filter(({ to }) => to.includes(ann.email))
        .map((mail) => /http\S+\/confirm#\S+/.exec(partOf(mail, "text/plain"))?.[0])
        .find((href) => href !== undefined),
    (href) => href !== undefined,
  );
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${server.url}/dashboard`);
  expect(faults()).toEqual([]);
  await context.close();
});
