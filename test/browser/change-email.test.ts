/**
 * Tests an e-mail address change in a real browser: requested, pending, confirmed at both
 * addresses, cancelled, and refused.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  newVisitor,
  notice,
  sidewaysScroll,
  type Visitor,
} from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";

const site = openSite();

async function open(name: string, path = "/settings/email", width = 1440) {
  const person = await signUp(site.url, name);
  const visitor = await site.comeTo(path, { person, width });
  const next = `next-${process.hrtime.bigint()}@example.test`;
  return { ...visitor, person, next };
}

async function visit(address: string): Promise<Visitor> {
  const visitor = await newVisitor(site.browser, { url: site.url });
  await visitor.page.goto(address);
  await appRuns(visitor.page);
  return visitor;
}

async function ask(page: Page, next: string): Promise<void> {
  await page.getByLabel("New e-mail", { exact: true }).fill(next);
  await page.keyboard.press("Enter");
}

async function linkOf(person: Person, template: string): Promise<string> {
  const { items } = await eventually(
    template,
    () => person.call("listMailbox"),
    (mailbox) => mailbox.items.some((message) => message.template === template),
  );
  return /http\S+/.exec(items.find((one) => one.template === template)?.text ?? "")?.[0] ?? "";
}

test("an e-mail address changes only after both addresses have confirmed", async () => {
  const { page, context, person, next, faults } = await open("Mia", "/settings");
  const field = page.getByLabel("Email Address", { exact: true });
  await expect.poll(() => field.isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Change e-mail" }).click();
  await page.waitForURL("**/settings/email");
  await page.getByText("both messages go to your practice mailbox").waitFor();
  await ask(page, next);
  await notice(page, "Messages Sent", "Confirm the change in both messages.");
  await page.getByText(`Your new address will be ${next}.`).waitFor();
  await expect.poll(() => page.getByText("Waiting for its link").count()).toBe(2);

  const old = await visit(await linkOf(person, "email_change_current"));
  await old.page.getByText("Opening the link alone changes nothing.").waitFor();
  await old.page.getByRole("button", { name: "Confirm Change" }).click();
  await old.page.getByText("Now open the link in the message to the other address").waitFor();
  expect(new URL(old.page.url()).hash).toBe("");
  await old.context.close();
  await page.reload();
  await page.getByText("Confirmed", { exact: true }).waitFor();

  const fresh = await visit(await linkOf(person, "email_change_new"));
  await fresh.page.getByRole("button", { name: "Confirm Change" }).dblclick();
  await notice(fresh.page, "E-mail Changed");
  await fresh.page.waitForURL("**/dashboard");
  expect(fresh.faults()).toEqual([]);
  await fresh.context.close();
  await page.getByRole("button", { name: "Send Both Messages" }).waitFor();
  await page.getByText(next).first().waitFor();
  expect((await signIn(site.url, next, person.password)).email).toBe(next);
  expect(faults()).toEqual([]);
  await context.close();
});

test("cancelling a pending change invalidates its links", async () => {
  const { page, context, person, next } = await open("Nia");
  await ask(page, next);
  await page.getByRole("button", { name: "Cancel Change" }).click();
  await notice(page, "Change Canceled", "Your address stays as it is.");
  await page.getByRole("button", { name: "Send Both Messages" }).waitFor();
  const late = await visit(await linkOf(person, "email_change_new"));
  await late.page.getByRole("alert").getByText("This link no longer works.").waitFor();
  expect(await axeViolations(late.page)).toEqual([]);
  await late.context.close();
  await context.close();
});

test("a confirmation can be resent once, then only after a wait", async () => {
  const { page, context, next } = await open("Oda");
  await ask(page, next);
  await page.getByRole("button", { name: "Send Again" }).click();
  await notice(page, "Sent Again", "Each message has its own link. Any of them works.");
  await page.getByRole("button", { name: "Send Again" }).click();
  await notice(page, "E-mail Not Changed", "you can only request this after 60 seconds");
  await expect.poll(() => page.getByText("Waiting for its link").count()).toBe(2);
  await context.close();
});

test("a taken, unchanged or invalid address is refused with a reason", async () => {
  const { page, context, person } = await open("Pam");
  const other = await signUp(site.url, "Pat");
  await ask(page, other.email);
  await notice(page, "E-mail Not Changed", "already been registered");
  await ask(page, person.email);
  await page.getByText("This is your address already.").waitFor();
  await ask(page, "pam@");
  await page.getByText("Enter an e-mail address, such as name@example.org.").waitFor();
  expect((await person.auth.getUser()).data.user?.new_email).toBeUndefined();
  await context.close();
});

test("a failed load shows an error and can be retried", async () => {
  const { page, context } = await site.enter({ person: await signUp(site.url, "Rex") });
  await page.route("**/auth/v1/user", (route) =>
    route.fulfill({ status: 500, json: { code: "x", message: "The service is away." } }),
  );
  await page.goto("/settings/email");
  await page.getByText("The service is away.").first().waitFor();
  await page.unroute("**/auth/v1/user");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await page.getByRole("button", { name: "Send Both Messages" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test.each([1440, 360])(
  "a pending change at %i px is accessible and does not scroll horizontally",
  async (width) => {
    const { page, context, next, faults } = await open("Sue", "/settings/email", width);
    await ask(page, `a-rather-long-address-that-has-to-break-somewhere-${next}`);
    await page.getByRole("button", { name: "Cancel Change" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(faults()).toEqual([]);
    await context.close();
  },
);

test("an e-mailed sign-in link works once, when its button is clicked", async () => {
  const { page, context, person } = await open("Tea", "/dashboard");
  await page.evaluate(() => localStorage.clear());
  const redirect = `${site.url}/settings`;
  const { error } = await person.auth.signInWithOtp({
    email: person.email,
    options: { emailRedirectTo: redirect },
  });
  expect(error).toBeNull();
  const link = await linkOf(person, "magic_link");
  await page.goto(link);
  await appRuns(page);
  await page.getByText(`You continue to ${redirect}`).waitFor();
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/settings");
  await page.getByLabel("Email Address", { exact: true }).waitFor();
  await expect
    .poll(() => page.getByLabel("Email Address", { exact: true }).inputValue())
    .toBe(person.email);
  await context.close();
});
