/**
 * Tests large withdrawals that need two administrators: the queue, its dialogs, the notes shown
 * before a decision, and the steps until the withdrawal is completed.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { testAccounts } from "#api/payout-accounts";
import { beforeAll, describe, expect, test } from "vitest";
import {
  dialog,
  inDialog,
  press,
  visitAs,
  type VisitOptions,
} from "../support/browser/back-office-pages.ts";
import { axeViolations, leave, notice, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { outsideAddress, requestWithdrawal, securityCode } from "../support/people/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import {
  addAdministrator,
  adjustBalance,
  withSecondFactor,
} from "../support/people/two-administrators.ts";

const ADMIN = { email: "ann@example.test", password: `long enough ${randomUUID()}` };
const BTC = 100_000_000;

const site = openSite({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });
let ann: Person;
let bob: Person;
/** An administrator without two-factor authentication who has requested a withdrawal. */
let carl: Person;
let rich: Person;
/** A user who was disabled while a withdrawal was being processed. */
let shut: Person;

beforeAll(async () => {
  ann = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
  bob = await withSecondFactor(await addAdministrator(site.url, ann, "Bob"));
  // Keeps the sign-up password, because a password change would lock withdrawals.
  carl = await signUp(site.url, "Carl");
  const { id: userId } = await carl.call("getMe");
  await ann.call("changePerson", { params: { userId }, body: { isAdmin: true, reason: "a test" } });
  rich = await signUp(site.url, "Rich");
  await askAndBeDisabled();
});

/**
 * Requests a simulated payout and then disables the user. The simulator's delay leaves enough time
 * to disable the user before the payout.
 */
async function askAndBeDisabled(): Promise<void> {
  shut = await signUp(site.url, "Shut");
  await adjustBalance([ann, bob], shut, BTC);
  const code = await securityCode(shut);
  const amountSats = 0.25 * BTC;
  await shut.call("createWithdrawal", {
    idempotencyKey: randomUUID(),
    body: { amountSats, method: "bank", code, ...testAccounts.bank },
  });
  await setDisabled(true);
}

async function setDisabled(isDisabled: boolean): Promise<void> {
  const [person] = (await ann.call("listPeople", { query: { search: shut.email } })).items;
  const userId = person?.id ?? "";
  const body = { isDisabled, reason: "a test" };
  await ann.call("changePerson", { params: { userId }, body });
}

const visit = (person: Person, path: string, options: VisitOptions = {}) =>
  visitAs(site, person, path, options);

const queue = (person: Person, options = {}) => visit(person, "/admin/withdrawals", options);
const ask = (person: Person, btc: number) =>
  requestWithdrawal(person, Math.round(btc * BTC), outsideAddress(), randomUUID());

test("an empty queue shows the amount from which withdrawals need approval", async () => {
  const visitor = await queue(ann);
  const { page } = visitor;
  await page.getByText("No withdrawals waiting", { exact: true }).waitFor();
  await page
    .getByText(
      "Withdrawals of 1 BTC or more need one administrator, those of 5 BTC or more need two",
    )
    .waitFor();
  expect(await leave(visitor)).toEqual([]);
});

describe("a balance adjustment", () => {
  test("an adjustment is posted only after another administrator has approved it", async () => {
    await eventually(
      "the treasury has coins",
      () => rich.call("getFaucet"),
      ({ isOpen }) => isOpen,
    );
    const first = await visit(ann, "/admin/adjustments");
    await press(first.page, "Propose adjustment");
    await first.page.getByLabel("User's e-mail").fill("nobody@example.test");
    await first.page.getByText("No user has this address.").waitFor();
    await inDialog(first.page, "Propose").click();
    await first.page.getByText("Enter an amount above 0").waitFor();
    await first.page.getByText("Enter a reason of at least 3 characters.").waitFor();
    await first.page.getByLabel("User's e-mail").fill(rich.email);
    await first.page.getByText("Rich: 0.00000000 BTC and 0.00 USD available").waitFor();
    await first.page.getByLabel("Amount").fill("9");
    await first.page.getByLabel("Reason").fill("A deposit of 9 BTC was lost");
    await inDialog(first.page, "Propose").click();
    await notice(first.page, "Proposed", "Another administrator must now approve the adjustment.");
    await first.page
      .getByText("You proposed this adjustment. Another administrator must decide.")
      .waitFor();
    const own = first.page.getByRole("button", { name: /^Approve adjustment/ });
    expect(await own.getAttribute("aria-disabled")).toBe("true");
    expect((await rich.call("getWallet")).availableSats).toBe(0);

    const second = await visit(bob, "/admin/adjustments");
    await press(second.page, "Approve adjustment of 9.00000000 BTC");
    const sentence = `You are approving a transfer of 9.00000000 BTC from the treasury to ${rich.email}.`;
    await dialog(second.page).getByText(sentence).waitFor();
    await inDialog(second.page, "Approve").click();
    await notice(second.page, "Approved", "The amount was moved");
    expect((await rich.call("getWallet")).availableSats).toBe(9 * BTC);
    // The proposing administrator's page updates without a reload.
    await first.page.getByText("No proposals", { exact: true }).waitFor();
    await second.page.goto("/admin/adjustments?filter=decided");
    await second.page.getByText("A deposit of 9 BTC was lost").waitFor();
    expect([...(await leave(first)), ...(await leave(second))]).toEqual([]);
  });

  test("an adjustment with a long reason and address can be rejected on a phone", async () => {
    const email = `${"a".repeat(24)}${randomUUID()}@${"b".repeat(60)}.example.test`;
    const { id: userId } = await ann.call("addPerson", {
      body: { name: "Long", email, password: "long enough for a test", reason: "a test" },
    });
    const { id: adjustmentId } = await ann.call("proposeAdjustment", {
      body: { userId, amountSats: 12_345_678, reason: "w".repeat(200) },
    });
    const { page, ...visitor } = await visit(bob, "/admin/adjustments");
    const reject = page
      .getByRole("button", { name: "Reject adjustment of 0.12345678 BTC" })
      .first();
    const { x = 0, width = 0 } = (await reject.boundingBox()) ?? {};
    const frame = await page.getByRole("table").locator("..").boundingBox();
    expect(x + width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    await bob.call("rejectAdjustment", { params: { adjustmentId }, body: { reason: "a test" } });
    expect(await leave({ page, ...visitor })).toEqual([]);
  });

  test("an adjustment and a debt write-off can be proposed on a phone", async () => {
    const visitor = await visit(ann, "/admin/adjustments", { width: 360 });
    const { page } = visitor;
    await press(page, "Propose adjustment");
    await inDialog(page, "Write off a debt").click();
    await dialog(page).getByText("The treasury bears the write-off").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const cut of [dialog(page), inDialog(page, "Write off a debt")])
      expect(await cut.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });

  test("the user's history shows the adjustment with its reason", async () => {
    const visitor = await visit(rich, "/history");
    const row = visitor.page.getByRole("row").filter({ hasText: "Adjustment" });
    await row.getByText("A deposit of 9 BTC was lost").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });
});

test("a large withdrawal completes only after two administrators have approved it", async () => {
  const { id, state } = await ask(rich, 5.5);
  expect(state).toBe("in_review");
  const first = await queue(ann);
  await press(first.page, "Approve withdrawal of 5.50000000 BTC");
  // The disabled user's withdrawal may also be in the queue, above this one.
  const { items: waiting } = await ann.call("listWithdrawalQueue");
  const address = waiting.find((one) => one.id === id)?.address ?? "";
  await dialog(first.page)
    .getByText(
      `You are approving a payment of 5.50000000 BTC to ${address}. The fee is 0.00010000 BTC, so 5.49990000 BTC arrive.`,
    )
    .waitFor();
  await dialog(first.page).getByText("Another administrator must also approve").waitFor();
  await inDialog(first.page, "Approve").click();
  await notice(first.page, "Approved", "Another administrator must also approve the withdrawal.");
  await first.page
    .getByText("You approved this withdrawal. Another administrator must also approve it.")
    .waitFor();
  const again = first.page.getByRole("button", {
    name: "Approve withdrawal of 5.50000000 BTC",
  });
  expect(await again.getAttribute("aria-disabled")).toBe("true");
  await again.click({ force: true });
  expect(await dialog(first.page).count()).toBe(0);
  expect((await rich.call("getWithdrawal", { params: { withdrawalId: id } })).state).toBe(
    "in_review",
  );

  const owner = await visit(rich, `/track-transaction/${id}`);
  await owner.page.getByText(/waiting for the approval of two administrators/).waitFor();

  const second = await queue(bob);
  await second.page.getByText("1 of 2").waitFor();
  await second.page.getByText(ADMIN.email).waitFor();
  await press(second.page, "Approve withdrawal of 5.50000000 BTC");
  await dialog(second.page).getByText("This is the last approval needed").waitFor();
  await inDialog(second.page, "Approve").click();
  await notice(second.page, "Approved", "The withdrawal is being sent.");
  // The disabled user's withdrawal may still be in the queue.
  for (const { page } of [second, first])
    await page.getByRole("row").filter({ hasText: "5.50000000" }).waitFor({ state: "detached" });

  await eventually(
    "the withdrawal is completed",
    () => rich.call("getWithdrawal", { params: { withdrawalId: id } }),
    (withdrawal) => withdrawal.state === "completed",
  );
  await owner.page.getByRole("heading", { name: "Completed" }).waitFor();
  await press(second.page, "Reviewed");
  await second.page
    .getByRole("row")
    .filter({ hasText: "5.50000000" })
    .getByText("2 of 2")
    .waitFor();
  for (const visitor of [first, second, owner]) expect(await leave(visitor)).toEqual([]);
});

test("rejecting a withdrawal returns the coins and e-mails the reason to the user", async () => {
  const { id } = await ask(rich, 1);
  const before = (await rich.call("getWallet")).availableSats;
  const visitor = await queue(ann);
  const { page } = visitor;
  await press(page, "Reject withdrawal of 1.00000000 BTC");
  await inDialog(page, "Reject").click();
  await page.getByText("Enter a reason of 1 to 500 characters.").waitFor();
  await page.getByLabel("Reason").fill("Please write to support first");
  await inDialog(page, "Reject").click();
  await notice(page, "Rejected", "The coins are back in the user's balance");
  expect((await rich.call("getWallet")).availableSats).toBe(before + BTC);
  const { items } = await rich.call("listMailbox");
  expect(items[0]?.text).toContain("Please write to support first");
  await press(page, "Reviewed");
  await page.getByText("Please write to support first").waitFor();
  // The URL contains the selected withdrawal, so it survives a reload.
  await page.reload();
  await page.getByText("Please write to support first").waitFor();
  await page.getByText("none", { exact: true }).waitFor();
  expect((await rich.call("getWithdrawal", { params: { withdrawalId: id } })).state).toBe(
    "rejected",
  );
  expect(await leave(visitor)).toEqual([]);
});

test("approving a cancelled withdrawal is refused in the dialog", async () => {
  const { id } = await ask(rich, 1);
  const visitor = await queue(ann, {
    // Blocks events, so that the page is not notified of the cancellation.
    prepare: (page: Page) => page.routeWebSocket("**/api/v1/stream", () => undefined),
  });
  const { page } = visitor;
  await press(page, "Approve withdrawal of 1.00000000 BTC");
  await rich.call("cancelWithdrawal", { params: { withdrawalId: id } });
  await inDialog(page, "Approve").click();
  await dialog(page).getByText("Already decided").waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("a double click on Approve records one approval", async () => {
  // Uses a different user. Rich has already withdrawn more than 5 BTC today, so another withdrawal
  // by Rich would need two approvals.
  const modest = await signUp(site.url, "Modest");
  await adjustBalance([ann, bob], modest, BTC);
  await ask(modest, 1);
  const visitor = await queue(bob);
  const { page } = visitor;
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/approve")) requests.push(request.url());
  });
  await press(page, "Approve withdrawal of 1.00000000 BTC");
  await inDialog(page, "Approve").dblclick();
  await notice(page, "Approved", "The withdrawal is being sent.");
  expect(requests).toHaveLength(1);
  expect(await leave(visitor)).toEqual([]);
});

describe("notes before a decision", () => {
  beforeAll(async () => {
    await adjustBalance([ann, bob], carl, 2 * BTC);
    await ask(carl, 1.5);
    await ask(rich, 1.2);
  });

  test("the queue requires two-factor authentication", async () => {
    const visitor = await queue(carl, { width: 360, theme: "light" });
    const { page } = visitor;
    await page.getByRole("heading", { level: 1, name: "Second factor required" }).waitFor();
    const link = page.getByRole("link", { name: "Turn On Two-Factor Auth" });
    expect(await link.getAttribute("href")).toBe("/settings/two-factor");
    expect(await page.getByRole("table").count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });

  test("administrators cannot approve their own withdrawals", async () => {
    await withSecondFactor(carl);
    const visitor = await queue(carl, { width: 360, theme: "light" });
    const { page } = visitor;
    await page.getByText("You cannot approve your own withdrawal.").waitFor();
    await page.getByText("6.70 BTC in total in 24 hours").waitFor();
    const own = page.getByRole("button", { name: "Approve withdrawal of 1.50000000 BTC" });
    expect(await own.getAttribute("aria-disabled")).toBe("true");
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });

  test.each([1440, 360])(
    "the withdrawal queue fits at %i px and can be used with the keyboard",
    async (width) => {
      const visitor = await queue(ann, { width });
      const { page } = visitor;
      await page.getByRole("table", { name: "Withdrawals" }).waitFor();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Approve withdrawal of 1.20000000 BTC" }).click();
      // The dialog hides overflowing content, but the whole address must be readable.
      await dialog(page).getByText("You are approving a payment of").waitFor();
      const cut = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(cut).toBe(0);
      await page.keyboard.press("Escape");
      const reject = page.getByRole("button", { name: "Reject withdrawal of 1.20000000 BTC" });
      await reject.focus();
      await page.keyboard.press("Enter");
      await dialog(page).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await reject.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await leave(visitor)).toEqual([]);
    },
  );

  test("the withdrawal form warns that amounts of 1 BTC or more need approval", async () => {
    const fresh = await signUp(site.url, "Fresh");
    await adjustBalance([ann, bob], fresh, 2 * BTC);
    const visitor = await visit(fresh, "/withdraw");
    const words = visitor.page.getByText(/must approve withdrawals/);
    await visitor.page.getByLabel("Amount in BTC").fill("0.99");
    expect(await words.count()).toBe(0);
    await visitor.page.getByLabel("Amount in BTC").fill("1");
    await words.waitFor();
    expect(await words.innerText()).toContain("of 1 BTC or more");
    const requester = await visit(rich, "/withdraw");
    await requester.page.getByLabel("Amount in BTC").fill("0.01");
    await requester.page
      .getByText(/Two administrators.* With this one.* total 6\.71 BTC/)
      .waitFor();
    expect([...(await leave(visitor)), ...(await leave(requester))]).toEqual([]);
  });
});

describe("a disabled user's withdrawal", () => {
  const STOPPED = "Stopped: the account was disabled. Approve once the account is enabled again.";

  test.each([1440, 360])("a stopped withdrawal shows its reason at %i px", async (width) => {
    await eventually(
      "it waits",
      () => ann.call("listWithdrawalQueue"),
      ({ items }) => items.some(({ heldBackFor }) => heldBackFor === "disabled"),
    );
    const visitor = await queue(ann, { width });
    const { page } = visitor;
    await page.getByText(STOPPED).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    const table = page.getByRole("table", { name: "Withdrawals" });
    const cut = await table.evaluate(
      ({ parentElement: frame }) => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0),
    );
    expect(cut).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a stopped withdrawal can be approved only after its user is enabled again", async () => {
    const { page, ...visitor } = await queue(ann);
    await press(page, "Approve withdrawal of 0.25000000 BTC");
    await inDialog(page, "Approve").click();
    await dialog(page).getByText("Account disabled").waitFor();
    await setDisabled(false);
    const owner = await signIn(site.url, shut.email, shut.password);
    const ownerPage = await visit(owner, "/withdraw");
    await ownerPage.page
      .getByText(/The account was disabled, so this withdrawal was stopped/)
      .waitFor();
    await inDialog(page, "Approve").click();
    await notice(page, "Approved", "The withdrawal is being sent.");
    expect([...(await leave({ page, ...visitor })), ...(await leave(ownerPage))]).toEqual([]);
  });
});
