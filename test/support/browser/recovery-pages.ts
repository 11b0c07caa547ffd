/**
 * Requests recovery e-mails for users with a forgotten password, and opens the link in an e-mail.
 */
import type { Page } from "playwright-core";
import { eventually, type Person } from "../people/person.ts";

/**
 * Returns the link in the user's newest recovery e-mail, read through a session that is still
 * signed in.
 */
export async function linkOf(person: Person): Promise<string> {
  const { items } = await eventually(
    "the message",
    () => person.call("listMailbox"),
    (mailbox) => mailbox.items.some(({ template }) => template === "recovery_link"),
  );
  const message = items.find(({ template }) => template === "recovery_link");
  return /http\S+/.exec(message?.text ?? "")?.[0] ?? "";
}

export async function mailedLink(person: Person): Promise<string> {
  const { error } = await person.auth.resetPasswordForEmail(person.email);
  if (error) throw error;
  return linkOf(person);
}

export async function fillNew(page: Page, next: string, confirm = next): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByLabel("Confirm new password", { exact: true }).fill(confirm);
}

export const setIt = (page: Page) => page.getByRole("button", { name: "Set New Password" });
