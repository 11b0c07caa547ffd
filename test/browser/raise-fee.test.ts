/**
 * A withdrawal waits for a block that does not come: its owner raises the fee on the tracker's
 * page, reads which transaction took which one's place, and sees the dearer one through to
 * Completed.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { runningNode } from "#bitcoin";
import { leave, notice } from "../support/browser.ts";
import { openSite } from "../support/browser-site.ts";
import { coinsCredited, outsideAddress, requestWithdrawal } from "../support/main-job.ts";
import { eventually, signUp, type Person } from "../support/person.ts";
import { startServer } from "../support/server.ts";

const AMOUNT_SATS = 1_000_000;

let dataDir: string;
/** Blocks come when the test says so. */
const site = openSite(async () => {
  const server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  ({ dataDir } = server);
  return server;
});
let ann: Person;
let withdrawalId: string;

async function mine(blocks: number): Promise<void> {
  const node = await runningNode(dataDir);
  await node?.generateToAddress(blocks, outsideAddress());
}

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
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

test("raised on the tracker's page, told there, and completed", async () => {
  const visitor = await site.visit(`/track-transaction/${withdrawalId}`, {
    person: ann,
    width: 360,
  });
  const { page } = visitor;
  const panel = page.getByRole("main");
  await panel.getByText("In the mempool of the node, waiting for a block.").waitFor();
  await panel.getByRole("button", { name: "Raise the fee" }).click();
  const dialog = page.getByRole("dialog", { name: "Raise the fee" });
  await dialog.getByRole("button", { name: "10", exact: true }).click();
  await dialog.getByRole("button", { name: "Raise the fee" }).click();
  await notice(page, "Higher fee asked for");
  await panel
    .getByText("A transaction with a higher fee took its place.", { exact: false })
    .waitFor();
  const signed = panel.getByRole("region", { name: "Transactions signed for it" });
  expect(await signed.getByRole("listitem").count()).toBe(2);
  await signed.getByRole("link").click();
  await panel.getByText("In the mempool of the node, waiting for a block.").waitFor();
  await mine(6);
  await panel.getByText("Six blocks deep. It counts as final here.").waitFor();
  expect(await leave(visitor)).toEqual([]);
});
