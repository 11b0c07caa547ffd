/**
 * Tests the pages of an installation with a mail server. Their texts about messages must match this
 * configuration.
 */
import { expect, test } from "vitest";
import { goInside, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { eventually } from "../support/people/person.ts";
import { signUpByMail } from "../support/people/sign-up-by-mail.ts";
import { startServer } from "../support/servers/server.ts";
import { partOf, startSmtpSink, type SmtpSink } from "../support/fakes/smtp-sink.ts";

let smtp: SmtpSink;

const site = openSite(async () => {
  smtp = await startSmtpSink();
  const server = await startServer({ env: { SMTP_URL: smtp.url } });
  return {
    url: server.url,
    async close() {
      await server.close();
      await smtp.close();
    },
  };
});

test("the mailbox keeps copies with their delivery state but without codes", async () => {
  const ann = await signUpByMail(site.url, "Ann", smtp);
  await ann.call("sendWithdrawalCode");
  await eventually(
    "all have left",
    async () => (await ann.call("listMailbox")).items,
    (items) =>
      items[0]?.template === "security_code" && items.every(({ delivery }) => delivery === "sent"),
  );
  const visitor = await site.visit("/mailbox", { person: ann });
  const { page } = visitor;
  await page.getByText("Copies of the messages that were sent to you.").waitFor();
  await page.getByRole("link", { name: /Your security code/ }).click();
  await page.getByText("(in the e-mail only)").waitFor();
  await page.getByText("Sent from this installation.").waitFor();
  expect(await page.getByRole("button", { name: "Copy code" }).count()).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});

test("a message that the mail server rejects is marked as failed in the mailbox", async () => {
  const ann = await signUpByMail(site.url, "Ann", smtp);
  smtp.mood = { kind: "answer", at: "RCPT", line: "550 5.1.1 no such user" };
  await ann.call("sendWithdrawalCode");
  await eventually(
    "it is given up",
    async () => (await ann.call("listMailbox")).items[0]?.delivery,
    (delivery) => delivery === "failed",
  );
  smtp.mood = { kind: "accept" };
  const visitor = await site.visit("/mailbox", { person: ann });
  const { page } = visitor;
  await page.getByRole("link", { name: /Your security code/ }).click();
  await page.getByText("Not sent: it could not be delivered.").waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("settings and FAQ explain where messages arrive", async () => {
  const ann = await signUpByMail(site.url, "Ann", smtp);
  const visitor = await site.visit("/settings", { person: ann });
  const { page } = visitor;
  await page.getByText(/E-mail is really sent, .*There is no SMS gateway/).waitFor();
  await goInside(page, "/support");
  await page.getByText("Where do codes and notices arrive?").click();
  await page.getByText(/By e-mail\. A copy without codes and links is in your/).waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("an e-mailed link requested on /login opens a page that signs the user in", async () => {
  const ann = await signUpByMail(site.url, "Ann", smtp);
  const visitor = await site.visit("/login");
  const { page } = visitor;
  await page.getByRole("link", { name: "E-mail me a link" }).click();
  await page.getByRole("heading", { name: "Login by E-mail" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/login/link");
  expect(await page.getByText("practice mailbox").count()).toBe(0);
  await page.getByLabel("Email", { exact: true }).fill(ann.email);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Check your messages" });
  await heading.waitFor();
  await heading.and(page.locator(":focus")).waitFor();
  await page.getByText(`If ${ann.email} belongs to an account`).waitFor();

  const link = await eventually(
    "the message has left",
    async () =>
      smtp.mails
        .filter(({ to }) => to.includes(ann.email))
        .map(
          (mail) => /http\S+\/confirm#\S+type=magiclink\S*/.exec(partOf(mail, "text/plain"))?.[0],
        )
        .find((href) => href !== undefined),
    (href) => href !== undefined,
  );
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${site.url}/dashboard`);
  expect(await leave(visitor)).toEqual([]);
});
