/**
 * Tests that a user saves the receipt of a completed withdrawal, and that a visitor checks it on
 * /verify without a connection.
 */
import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { leave } from "../support/browser/browser.ts";
import { getCoins, outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";

const AMOUNT_SATS = 1_000_000;

const site = openSite({});
let ann: Person;
let withdrawalId: string;
/** The saved receipt, which the later tests check. */
let receipt: string;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  ({ id: withdrawalId } = await requestWithdrawal(
    ann,
    AMOUNT_SATS,
    outsideAddress(),
    randomUUID(),
  ));
  await eventually(
    "the withdrawal is completed",
    () => ann.call("getWithdrawal", { params: { withdrawalId } }),
    ({ state }) => state === "completed",
  );
});

type Page = Awaited<ReturnType<typeof site.comeTo>>["page"];
const fileOf = (text: string) => ({
  name: "receipt.json",
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

/** Drops a file with this text on the page. */
async function drop(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "receipt.json", { type: "application/json" }));
    return transfer;
  }, text);
  await page.dispatchEvent("[data-part=drop-zone]", "drop", { dataTransfer });
}

const lineOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.locator("strong", { hasText: name }) });
const stateOf = (page: Page, name: string, state: string) =>
  lineOf(page, name).getByText(state, { exact: true }).waitFor();

test("a user opens the receipt from the withdrawals, saves it and checks it", async () => {
  const visitor = await site.comeTo("/withdraw", { person: ann });
  const { page } = visitor;
  await page.getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("heading", { name: "Withdrawal receipt" }).waitFor();
  await page.getByText(withdrawalId).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save file" }).click();
  receipt = await readFile(await (await saved).path(), "utf8");
  await page.getByRole("button", { name: "Check it" }).click();
  await stateOf(page, "transaction", "ok");
  await stateOf(page, "installation", "ok");
  await stateOf(page, "public log", "not checked");
  expect(await leave(visitor)).toEqual([]);
});

test("a visitor without a connection checks the receipt, and no request is sent", async () => {
  const visitor = await site.comeTo("/verify");
  const { page } = visitor;
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await drop(page, receipt);
  for (const name of ["installation", "ledger", "approvals", "transaction", "confirmations"])
    await stateOf(page, name, "ok");
  await page.getByText("a reorg after this receipt is visible only in the chain").waitFor();
  expect(requests).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Compare with the chain" }).click();
  await page.getByText("The block is still in the chain").waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("an edited receipt and a file of another kind are refused with a reason", async () => {
  const visitor = await site.comeTo("/verify");
  const { page } = visitor;
  const text = page.getByLabel("Or paste the text of the file");
  const check = page.getByRole("button", { name: "Check the text" });
  await text.fill(receipt.replace(`"amountSats": ${AMOUNT_SATS}`, `"amountSats": 2000000`));
  await check.click();
  await stateOf(page, "ledger", "failed");
  await page.getByText("Do not trust this file.").waitFor();
  await text.fill("{}");
  await check.click();
  await page.getByText("The file is neither a receipt nor a leaf file of Hashfloor.").waitFor();
  // The file dialog opens with the keyboard, because the field is a normal file input.
  await page.getByLabel("Choose a file").setInputFiles(fileOf("receipt"));
  await page.getByText("The file is not JSON.").waitFor();
  expect(await leave(visitor)).toEqual([]);
});
