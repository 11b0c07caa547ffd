/**
 * Kills the process with kill -9 at every step of a withdrawal and of a batch of grants:
 * requesting, signing, sending and settling. The next process must continue. At the end, each
 * recipient has exactly one payment on the chain, and no payment is stuck.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { requestFeeBump } from "./fee-bumps/request-fee-bump.ts";
import { readCursor } from "./chain/chain-table.ts";
import { identity, startInstallation, type Installation } from "./testing/installation.ts";
import { createScanner } from "./testing/fresh-scan.ts";
import { startNodeProxy, type NodeProxy } from "./testing/node-proxy.ts";
import { createOutsideWallet } from "./testing/outside-wallet.ts";
import { dieAt } from "./testing/worker-process.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";

const STEPS = [
  "asked",
  "requesting",
  "approved",
  "reserving",
  "reserved",
  "signing",
  "signed",
  "sending",
  "sent",
  "broadcast",
  "applying",
  "applied",
  "undoing",
  "undone",
  "crediting",
  "credited",
  "settling",
  "settled",
];

const AMOUNT_SATS = 1_000_000n;
const DEPOSIT_SATS = 50_000_000n;

let installation: Installation;
let proxy: NodeProxy;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(13);
  userId = await installation.userWith(DEPOSIT_SATS);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

interface WithdrawalWish {
  readonly code: string;
  readonly walletAddress: string;
  readonly visitor: { readonly ip: string; readonly userAgent: string };
  readonly idempotency: {
    readonly userId: string;
    readonly route: string;
    readonly key: string;
    readonly requestHash: string;
  };
}

async function newRequest(): Promise<WithdrawalWish> {
  return {
    code: await installation.codeFor(userId),
    walletAddress: createOutsideWallet(installation.node).address,
    visitor: { ip: "127.0.0.1", userAgent: "test" },
    idempotency: { userId, route: "createWithdrawal", key: newUuid(), requestHash: "test" },
  };
}

/**
 * Runs a process until it dies at `step`. Meanwhile, blocks arrive with deposits and small reorgs,
 * so that every step is reached.
 */
async function dieAtStep(step: string, wish?: WithdrawalWish): Promise<void> {
  const { applicationUrl, dataDir, node, wallet } = installation;
  const request = wish && {
    userId,
    method: "wallet" as const,
    amountSats: String(AMOUNT_SATS),
    ...wish,
  };
  const address = wallet.treasuryAddress;
  const order = { applicationUrl, dataDir, rpcUrl: proxy.url, ...(request && { request }) };
  await dieAt(step, order, () =>
    step.startsWith("undo")
      ? node.simulateReorg({ depth: 1, address })
      : node.generateToAddress(1, address),
  );
}

/** Returns the amounts of all outputs in the chain, keyed by script. */
async function paymentsByScript(): Promise<Map<string, bigint[]>> {
  const { node } = installation;
  const payments = new Map<string, bigint[]>();
  for (let height = 1; height <= (await node.getBlockCount()); height += 1) {
    const block = await node.getBlock((await node.getBlockHash(height)) ?? "");
    for (const { scriptHex, amountSats } of block.transactions.flatMap(({ outputs }) => outputs))
      payments.set(scriptHex, [...(payments.get(scriptHex) ?? []), amountSats]);
  }
  return payments;
}

/**
 * Repeats each request with its idempotency key, as a user would. Requests that were never accepted
 * need a new code.
 */
async function finishAll(requests: readonly WithdrawalWish[]): Promise<void> {
  for (const wish of requests)
    await installation.withdraw(userId, AMOUNT_SATS, {
      ...wish,
      code: await installation.codeFor(userId),
    });
  await workOn();
}

async function workOn(): Promise<void> {
  for (let block = 0; block < 30 && (await isAnyOpen()); block += 1) {
    await installation.send();
    await installation.mine(1);
  }
}

async function isAnyOpen(): Promise<boolean> {
  const open = await installation.database.query(
    "select from wallet_withdrawals where state <> 'completed' limit 1",
  );
  return open.length > 0;
}

test("each withdrawal is paid exactly once after a crash", { timeout: 400_000 }, async () => {
  const requests: WithdrawalWish[] = [];
  for (const step of STEPS) {
    const wish = await newRequest();
    requests.push(wish);
    await dieAtStep(step, wish);
  }
  await finishAll(requests);

  const rows = await installation.database.query<{ state: string; scriptHex: string }>(
    `select state, script_hex as "scriptHex" from wallet_withdrawals`,
  );
  expect(rows.map(({ state }) => state)).toEqual(STEPS.map(() => "completed"));
  const payments = await paymentsByScript();
  for (const { scriptHex } of rows)
    expect(payments.get(scriptHex)).toEqual([AMOUNT_SATS - 10_000n]);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS * BigInt(STEPS.length),
    heldSats: 0n,
  });
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a batch's fee bump is paid once despite crashes during signing", async () => {
  const person = await installation.userWith(DEPOSIT_SATS);
  let costSats = 0n;
  for (const step of ["bump-signing", "bump-signed"]) {
    const { address: walletAddress } = createOutsideWallet(installation.node);
    const first = await installation.withdraw(person, AMOUNT_SATS, { walletAddress });
    const { id } = await installation.withdraw(person, AMOUNT_SATS, { walletAddress });
    await installation.send();
    await installation.watch();
    const idempotency = identity(person, "bumpWithdrawal");
    const bump = {
      withdrawalId: id,
      requestedBy: person,
      paidBy: "user",
      feeRateSatsPerVb: 9,
    } as const;
    const request = { ...bump, costSats: 10_000n, idempotency };
    costSats += (await requestFeeBump(installation.wallet, request)).costSats;
    const { applicationUrl, dataDir } = installation;
    const order = { applicationUrl, dataDir, rpcUrl: proxy.url };
    await dieAt(step, order, () => Promise.resolve());
    await installation.send();
    await installation.watch();
    await installation.mine(6);
    const row = await findWithdrawal(installation.database, id);
    expect(row).toMatchObject({ state: "completed", paidWith: first.id });
    expect((row?.bumpSats ?? 0n) > 0n).toBe(true);
  }
  expect(await balancesOf(installation.database, person)).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS * 4n - costSats,
    heldSats: 0n,
  });
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}, 120_000);

const GRANT_SATS = 20_000n;
/** Steps at which a crash could split the batch. */
const GRANT_STEPS = ["reserving", "signing", "signed", "sent", "undone", "settling"];

test("each of three grants in a batch gets one output", { timeout: 400_000 }, async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => installation.newUser()));
  for (const step of GRANT_STEPS) {
    for (const person of people) await installation.askFaucet(person, GRANT_SATS);
    await dieAtStep(step);
  }
  await workOn();

  const rows = await installation.database.query<{
    state: string;
    txid: string;
    outputIndex: number;
  }>(
    `select state, txid, output_index as "outputIndex" from wallet_withdrawals
     where purpose = 'faucet' order by txid, output_index`,
  );
  expect(rows.map(({ state }) => state)).toEqual(
    GRANT_STEPS.flatMap(() => people.map(() => "completed")),
  );
  expect(new Set(rows.map(({ txid }) => txid)).size).toBeLessThanOrEqual(GRANT_STEPS.length + 2);
  for (const person of people)
    expect((await balancesOf(installation.database, person)).availableSats).toBe(
      GRANT_SATS * BigInt(GRANT_STEPS.length),
    );
  const scan = await createScanner(installation.node)(() => undefined);
  expect(rows.every(({ txid }) => scan.txids.has(txid))).toBe(true);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});
