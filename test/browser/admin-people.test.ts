/**
 * Tests the users table: clicks every button and checks its dialog, refusals and effects, and what
 * the affected user sees.
 */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dialog, openAdminSite, rowOf } from "../support/browser/admin-site.ts";
import { appRuns, notice } from "../support/browser/browser.ts";
import { getCoins } from "../support/people/main-job.ts";
import { signIn, signUp } from "../support/people/person.ts";

const office = openAdminSite();
const { site } = office;

/**
 * Presses the mouse button inside the field and releases it outside the dialog, as when a user
 * drags to select text. A normal click outside the dialog would close it.
 */
async function selectBeyondTheEdge(page: Page, field: Locator): Promise<void> {
  const box = await field.boundingBox();
  if (!box) throw new Error("no field");
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(5, box.y + 20, { steps: 5 });
  await page.mouse.up();
  expect(await dialog(page).count()).toBe(1);
  expect(await page.getByText("Not sent yet.").count()).toBe(0);
}

describe("user changes", () => {
  test("a user created by an administrator signs in with the generated password", async () => {
    const email = `${randomUUID()}@example.test`;
    const { page, context, faults } = await office.usersPage();
    await page.getByRole("button", { name: "Add user" }).click();
    const form = dialog(page);
    await form.getByRole("button", { name: "Add user" }).click();
    for (const text of [
      "Enter a name.",
      "Enter an e-mail address",
      "Enter at least 8 characters.",
      "Enter a reason",
    ])
      await form.getByText(text).waitFor();
    await form.getByLabel("Full Name").fill("Grace");
    await form.getByLabel("E-mail").fill(office.rich.email);
    await form.getByRole("button", { name: "Generate" }).click();
    const password = await form.getByLabel("Initial password").inputValue();
    await form.getByLabel("Reason").fill("Asked at the desk");
    await form.getByRole("button", { name: "Add user" }).click();
    await form.getByRole("alert").getByText("An account with this e-mail").waitFor();
    await form.getByLabel("E-mail").fill(email);
    await form.getByRole("button", { name: "Add user" }).dblclick();
    await notice(page, "User added", `${email} can sign in with the initial password.`);
    await rowOf(page, email).waitFor();
    expect(await rowOf(page, email).count()).toBe(1);
    const grace = await signIn(site.url, email, password);
    expect(await grace.call("getMe")).toMatchObject({ name: "Grace", isAdmin: false });
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("an edit and its reason appear in a second tab and in the audit log", async () => {
    const person = await signUp(site.url, "Before");
    const { page, context } = await office.usersPage(person.email);
    const other = await context.newPage();
    await other.goto("/admin/audit");
    await other.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("button", { name: "Edit Before" }).click();
    const form = dialog(page);
    await form.getByText("You have not changed anything yet.").waitFor();
    await form.getByLabel("Full Name").fill("After");
    await form.getByRole("button", { name: "Admin", exact: true }).click();
    await form.getByText("An administrator can do everything on these pages").waitFor();
    await form.getByRole("button", { name: "Save Changes" }).click();
    await form.getByText("Enter a reason").waitFor();
    await form.getByLabel("Reason").fill("Runs the course");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Changes saved");
    await expect.poll(() => rowOf(page, person.email).innerText()).toMatch(/^After[\s\S]*Admin/);
    await other.reload();
    const entry = other.getByRole("row").filter({ hasText: person.email }).first();
    await expect
      .poll(() => entry.innerText())
      .toMatch(/User to Admin, Name changed[\s\S]*Runs the course/);
    await office.changeByApi(person, { isAdmin: false });
    await context.close();
  });

  test("disabling a user signs the user out immediately", async () => {
    const person = await signUp(site.url, "Dis");
    const them = await site.comeTo("/deposit", { person });
    await them.page.getByRole("heading", { level: 1, name: "Deposit" }).waitFor();
    const { page, context } = await office.usersPage(person.email);
    await page.getByRole("button", { name: "Edit Dis" }).click();
    await dialog(page).getByRole("button", { name: "Disabled" }).click();
    await dialog(page).getByText("Ends all sessions of this user at once").waitFor();
    await dialog(page).getByLabel("Reason").fill("Shared the password");
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Changes saved");
    await them.page.waitForURL("**/login?redirect=*");
    await appRuns(them.page);
    await them.page.getByLabel("Email").fill(person.email);
    await them.page.getByLabel("Password", { exact: true }).fill(person.password);
    await them.page.getByRole("button", { name: "Login" }).click();
    await notice(them.page, "Sign in Failed", "User is banned");
    expect(new URL(them.page.url()).pathname).toBe("/login");
    await them.context.close();
    await context.close();
  });

  test("an administrator's e-mail reaches the user's mailbox with the practice label", async () => {
    const person = await signUp(site.url, "Mia");
    const them = await site.comeTo("/mailbox", { person });
    await them.page.getByRole("link", { name: /Welcome to Hashfloor/ }).waitFor();
    const { page, context } = await office.usersPage(person.email);
    await page.getByRole("button", { name: "E-mail Mia" }).click();
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await dialog(page).getByText("Enter a subject.").waitFor();
    await dialog(page).getByLabel("Subject").fill("The course <b>begins</b>");
    const message = dialog(page).getByLabel("Message");
    await message.fill("On Monday at nine.");
    await selectBeyondTheEdge(page, message);
    await page.keyboard.press("Escape");
    await dialog(page).getByText("Not sent yet.").waitFor();
    // Chromium lets a page intercept only the first Escape.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Keep editing" }).click();
    expect(await message.inputValue()).toBe("On Monday at nine.");
    // Drops the first response. The second click must not send a second message.
    let isLost = true;
    await page.route("**/api/v1/admin/users/*/email", async (route) => {
      if (!isLost) return route.fallback();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await dialog(page).getByText("No answer").waitFor();
    await dialog(page).getByRole("button", { name: "Send" }).dblclick();
    await notice(page, "E-mail sent", "The message is in the mailbox of Mia.");
    const arrived = them.page.getByRole("link", { name: /The course <b>begins<\/b>/ });
    await arrived.click();
    await them.page.getByText("On Monday at nine.").waitFor();
    expect(await arrived.count()).toBe(1);
    await them.context.close();
    await context.close();
  });

  test("a user who has money cannot be deleted", async () => {
    const person = await signUp(site.url, "Gone");
    const { page, context } = await office.usersPage(office.rich.email);
    await page.getByRole("button", { name: "Delete Rich" }).click();
    await dialog(page).getByText("This user still has money.").waitFor();
    const button = dialog(page).getByRole("button", { name: "Delete user" });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").fill(person.email);
    await page.getByRole("button", { name: "Delete Gone" }).click();
    await button.click();
    await dialog(page).getByText("Enter a reason").waitFor();
    await dialog(page).getByLabel("Reason").fill("Asked for it");
    await button.click();
    await notice(page, "User deleted", `${person.email} can be used again.`);
    await rowOf(page, person.email).waitFor({ state: "detached" });
    await expect(signIn(site.url, person.email, person.password)).rejects.toThrow(
      "Invalid login credentials",
    );
    await context.close();
  });

  test("deleting the last user on a results page opens the first page", async () => {
    const mark = `page-${randomUUID().slice(0, 8)}`;
    const [older, newer] = [`older-${mark}@example.test`, `newer-${mark}@example.test`];
    const body = { password: "long enough for a test", reason: "a test" };
    await office.admin.call("addPerson", { body: { ...body, name: "Older", email: older } });
    const { id } = await office.admin.call("addPerson", {
      body: { ...body, name: "Newer", email: newer },
    });
    const { page, context, faults } = await site.comeTo(
      `/admin/users?search=${mark}&cursor=after_${id}`,
      { person: office.admin },
    );
    await rowOf(page, older).waitFor();
    expect(await rowOf(page, newer).count()).toBe(0);
    await page.getByRole("button", { name: "Delete Older" }).click();
    await dialog(page).getByLabel("Reason").fill("Asked for it");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await notice(page, "User deleted", `${older} can be used again.`);
    await rowOf(page, newer).waitFor();
    expect(await page.getByText("No users found").count()).toBe(0);
    expect(await page.getByRole("searchbox").inputValue()).toBe(mark);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ search: mark });
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("an edit is refused if another administrator has changed the user", async () => {
    const person = await signUp(site.url, "Una");
    const { id } = await person.call("getMe");
    const { page, context } = await site.comeTo(`/admin/users/${id}`, { person: office.admin });
    await page.getByRole("heading", { level: 1, name: "Una" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog(page).getByLabel("Full Name").fill("Una Unger");
    await office.changeByApi(person, { isDisabled: true });
    await dialog(page).getByLabel("Reason").fill("A typo in the name");
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    const refusal = dialog(page).getByRole("alert");
    await refusal.getByText("Changed by someone else").waitFor();
    await refusal
      .getByText("Another administrator changed the status of Una after you opened this page.")
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).getByText("Not sent yet.").waitFor();
    await dialog(page).getByRole("button", { name: "Discard" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByText("Disabled: a test").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    const disabled = dialog(page).getByRole("button", { name: "Disabled" });
    expect(await disabled.getAttribute("aria-pressed")).toBe("true");
    await context.close();
  });

  test("an edit dialog stays open if another administrator deletes the user", async () => {
    const person = await signUp(site.url, "Gone");
    const { id } = await person.call("getMe");
    const { page, context } = await office.usersPage(person.email);
    await page.getByRole("button", { name: "Edit Gone" }).click();
    await dialog(page).getByLabel("Full Name").fill("Gone Girl");
    await dialog(page).getByLabel("Reason").fill("A typo in the name");
    const body = { reason: "a test" };
    await office.admin.call("deletePerson", { params: { userId: id }, body });
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    // After the refusal, the reloaded table is empty.
    await page.getByText("No users found").waitFor();
    await dialog(page).getByRole("alert").waitFor();
    expect(await dialog(page).getByLabel("Full Name").inputValue()).toBe("Gone Girl");
    await context.close();
  });

  test("a user who received coins after the table loaded cannot be deleted", async () => {
    const person = await signUp(site.url, "Late");
    const { page, context } = await office.usersPage(person.email);
    await getCoins(person);
    await page.getByRole("button", { name: "Delete Late" }).click();
    await dialog(page).getByLabel("Reason").fill("Asked for it");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await dialog(page).getByRole("alert").getByText("0.05000000 BTC").waitFor();
    expect(await person.call("getMe")).toMatchObject({ name: "Late" });
    await context.close();
  });

  test("administrators can neither remove their own role nor delete their own account", async () => {
    const { page, context, faults } = await office.usersPage(office.admin.email);
    await page.getByRole("button", { name: /^Edit/ }).click();
    await dialog(page).getByText("Only another administrator can change your role").waitFor();
    expect(await dialog(page).getByRole("button", { name: "User", exact: true }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Delete/ }).click();
    await dialog(page).getByText("Only another administrator can delete it.").waitFor();
    const submit = dialog(page).getByRole("button", { name: "Delete user" });
    expect(await submit.getAttribute("aria-disabled")).toBe("true");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("an edit can be opened, cancelled and saved using only the keyboard", async () => {
    const person = await signUp(site.url, "Kay");
    const { page, context } = await office.usersPage();
    await page.getByRole("searchbox").focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Enter");
    await rowOf(page, office.admin.email).waitFor({ state: "detached" });
    const edit = page.getByRole("button", { name: "Edit Kay" });
    await tabUntil(page, "Edit Kay");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel("Full Name").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Kay Board");
    await dialog(page).getByLabel("Reason").focus();
    await page.keyboard.type("Full name");
    await page.keyboard.press("Enter");
    await notice(page, "Changes saved");
    await rowOf(page, "Kay Board").waitFor();
    await context.close();
  });
});

async function tabUntil(page: Page, label: string): Promise<void> {
  for (let tab = 0; tab < 60; tab += 1) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (focused === label) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${label} is not reached by Tab`);
}
