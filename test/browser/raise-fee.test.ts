/**
 * Tests raising the fee of an unconfirmed withdrawal. Its owner raises the fee on the tracker page,
 * sees which transaction was replaced, and follows the replacement to Completed. For another
 * withdrawal, an administrator makes the platform pay the higher fee.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { runningNode } from "#bitcoin";
import { axeViolations, leave, notice, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";
import { coinsCredited, outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer } from "../support/servers/server.ts";

const AMOUNT_SATS = 1_000_000;
const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };

let dataDir: string;
/** Starts the product without automatic blocks, so that only the test mines. */
const site = openSite(async () => {
  const server = await startServer({
    env: { BLOCK_SECONDS: "0", ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
  ({ dataDir } = server);
  return server;
});
let ann: Person;
let admin: Person;
let withdrawalId: string;

async function mine(blocks: number): Promise<void> {
  const node = await runningNode(dataDir);
  await node?.generateToAddress(blocks, outsideAddress());
}

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  admin = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
  await mine(2);
  await eventually(
    "the faucet opens",
    () => ann.call("getFaucet"),
    ({ isOpen }) => isOpen,
  );
  await ann.call("requestFaucet", { body: {} });
  await eventually(
    "the grant is on its way",
    () => ann.call("listDeposits"),
    ({ items }) => items.length === 1,
  );
  await mine(6);
  await coinsCredited(ann);
  ({ id: withdrawalId } = await requestWithdrawal(
    ann,
    AMOUNT_SATS,
    outsideAddress(),
    randomUUID(),
  ));
});

test("an owner raises the fee on the tracker and follows the withdrawal to Completed", async () => {
  const visitor = await site.visit(`/track-transaction/${withdrawalId}`, {
    person: ann,
    width: 360,
  });
  const { page } = visitor;
  const panel = page.getByRole("main");
  await panel.getByText("In the node's mempool, waiting for a block.").waitFor();
  await panel.getByRole("button", { name: "Raise the fee" }).click();
  const dialog = page.getByRole("dialog", { name: "Raise the fee" });
  await dialog.getByRole("button", { name: "10", exact: true }).click();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Raise the fee" }).click();
  await notice(page, "Higher fee requested");
  await panel
    .getByText("A transaction with a higher fee replaced this one.", { exact: false })
    .waitFor();
  const signed = panel.getByRole("region", { name: "Signed transactions" });
  expect(await signed.getByRole("listitem").count()).toBe(2);
  await signed.getByRole("link").click();
  await panel.getByText("In the node's mempool, waiting for a block.").waitFor();
  await mine(6);
  await panel.getByText("Six confirmations. It is final here.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});

test("an administrator raises the fee at the platform's cost", async () => {
  const { id } = await requestWithdrawal(ann, AMOUNT_SATS, outsideAddress(), randomUUID());
  const track = () => ann.call("getTransaction", { params: { txId: id } });
  const { txid: first } = await eventually("it is sent", track, ({ txid }) => txid !== null);
  const before = (await ann.call("getWallet")).heldSats;
  const visitor = await site.visit("/admin/withdrawals?filter=all", { person: admin });
  const { page } = visitor;
  await page.getByRole("button", { name: "Raise the fee" }).click();
  const dialog = page.getByRole("dialog", { name: "Raise the fee" });
  await dialog.getByText("The operator pays", { exact: true }).waitFor();
  const text = dialog.getByText("The operator pays the difference at once", { exact: false });
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await dialog.getByRole("button", { name: "Raise the fee" }).click();
  await notice(page, "Higher fee requested");
  await eventually("it is replaced", track, ({ txid }) => txid !== first);
  expect((await ann.call("getWallet")).heldSats).toBe(before);
  expect(await leave(visitor)).toEqual([]);
});
