/**
 * Tests requests for a recovery e-mail in a real browser: the page's texts, the recipients, and
 * recovery without a mail server.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { appRuns, newVisitor, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { commonServer } from "../support/servers/common-server.ts";
import { signIn, signUp } from "../support/people/person.ts";
import { fillNew, linkOf, setIt } from "../support/browser/recovery-pages.ts";

const NEXT = "another long one";

const site = openSite();

async function visit(path: string): Promise<Visitor> {
  const visitor = await newVisitor(site.browser, { url: site.url });
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  return visitor;
}

test("the page linked from /login shows the mailbox and whether a link was sent", async () => {
  const person = await signUp(site.url, "Fay");
  const { page, context, faults } = await visit("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.waitForURL("**/forgot-password");
  await page.getByText("so the link goes to the practice mailbox of the account").waitFor();
  await page.goBack();
  // Without a mail server no sign-in link is offered, because the e-mail would arrive in the
  // practice mailbox, which itself requires a sign-in.
  await page.getByRole("link", { name: "Forgot password?" }).waitFor();
  expect(await page.getByRole("link", { name: "E-mail me a link" }).count()).toBe(0);
  await page.goForward();
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check your messages" }).waitFor();
  await page.getByText(`If ${person.email} belongs to an account`).waitFor();
  expect(await linkOf(person)).toContain("/reset-password#token_hash=");
  expect(faults()).toEqual([]);
  await context.close();
});

test("an unknown address gets the same text and limit as a known address", async () => {
  const person = await signUp(site.url, "Gil");
  const { page, context } = await visit("/forgot-password");
  for (const email of [person.email, `nobody-${randomUUID()}@example.test`]) {
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send Link" }).click();
    await page.getByText(`If ${email} belongs to an account`).waitFor();
    await page.getByRole("button", { name: "Use another address or send again" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send Link" }).click();
    await notice(page, "Link Not Sent", "you can only request this after 60 seconds");
  }
  expect(await linkOf(person)).toContain("/reset-password#");
  await context.close();
});

test("an invalid address sends no request", async () => {
  const { page, context } = await visit("/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill("fay@");
  await page.getByRole("button", { name: "Send Link" }).click();
  await page.getByText("Enter an e-mail address, such as name@example.org.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/forgot-password");
  await context.close();
});

test("without a mail server, the command on the page creates the recovery link", async () => {
  const person = await signUp(site.url, "Lou");
  const { page, context } = await visit("/forgot-password");
  await page.getByText("npm run recovery-link -- name@example.org").waitFor();
  const { port, hostname } = new URL(site.url);
  const { dataDir } = await commonServer();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: hostname };
  const command = ["scripts/recovery-link.mjs", person.email];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  await page.goto(/http\S+/.exec(stdout)?.[0] ?? "");
  await appRuns(page);
  await fillNew(page, NEXT);
  await setIt(page).click();
  await page.waitForURL(`${site.url}/dashboard`);
  expect((await signIn(site.url, person.email, NEXT)).email).toBe(person.email);
  const nobody = promisify(execFile)(
    process.execPath,
    ["scripts/recovery-link.mjs", "nobody@example.test"],
    { env },
  );
  await expect(nobody).rejects.toMatchObject({ code: 1, stderr: "This user does not exist.\n" });
  await context.close();
});
