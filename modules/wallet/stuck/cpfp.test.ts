/**
 * Tests a CPFP transaction for a payment that cannot be replaced. The CPFP transaction pays the
 * miner for its parent and itself, at the platform's expense. The ledger and the chain must agree
 * whichever of the two transactions are mined.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { parseTransaction } from "#bitcoin";
import { listReservedCoins } from "../chain/coins-table.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { mineExactly } from "../testing/mine-exactly.ts";
import { attemptFor, openCpfpFor, expectBooksFit, abandonFor } from "../testing/stuck.ts";
import { requestFeeBump } from "../fee-bumps/request-fee-bump.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { getStuckOffer } from "./get-stuck-offer.ts";

const DEPOSIT_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;

let installation: Installation;
let userId: string;
let id: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

beforeEach(async () => {
  userId = await installation.userWith(DEPOSIT_SATS);
  ({ id } = await installation.withdraw(userId, AMOUNT_SATS));
  await installation.send();
  await installation.watch();
});

const rowOf = async (withdrawalId = id) => {
  const row = await findWithdrawal(installation.database, withdrawalId);
  if (!row) throw new Error(`${withdrawalId} vanished`);
  return row;
};
const cpfp = () => attemptFor(installation, id);
const ask = (wanted: Partial<Parameters<typeof openCpfpFor>[1]> = {}) =>
  openCpfpFor(installation, { withdrawalId: id, ...wanted });
const balance = (account: "treasury" | "fees") =>
  accountBalance(installation.database, houseAccount(account, "BTC"));
const offer = () => getStuckOffer(installation.wallet, { withdrawalId: id });

async function sendIt(): Promise<void> {
  await installation.send();
  await installation.watch();
}

async function paidToMiners(): Promise<bigint | undefined> {
  const [paid] = await installation.database.query<{ sats: bigint }>(
    "select sum(amount)::bigint as sats from ledger_transfers where code = 91 and cause = $1",
    [(await cpfp()).id],
  );
  return paid?.sats;
}

test("the parent and the CPFP transaction together pay the requested rate", async () => {
  const parent = await rowOf();
  const treasury = await balance("treasury");
  const choice = (await offer()).child.find(({ feeRateSatsPerVb }) => feeRateSatsPerVb === 20);
  const { costSats } = await ask({ costSats: choice?.costSats ?? 0n });
  expect(costSats).toBe(choice?.costSats);
  expect(await balance("treasury")).toBe(treasury - costSats);
  expect(await offer()).toMatchObject({ isUnderWay: true, child: [], giveUp: [] });
  await sendIt();
  const row = await cpfp();
  expect(row).toMatchObject({ kind: "child", state: "in_mempool", parentTxid: parent.txid });
  const { inputs } = parseTransaction(row.rawHex ?? "");
  expect(inputs.map(({ txid }) => txid)).toEqual([parent.txid]);
  const size = BigInt(row.virtualSize + (parent.virtualSize ?? 0));
  const batch = row.minerFeeSats + (parent.minerFeeSats ?? 0n);
  expect(batch >= 20n * size && batch <= 20n * (size + 2n)).toBe(true);
  expect(await getTransaction(installation.wallet, { id, userId })).toMatchObject({
    state: "in_transit",
    attempt: { kind: "child", txid: row.txid, confirmations: 0 },
  });
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: parent.txid });
  expect(await cpfp()).toMatchObject({ state: "completed", book: "posted" });
  expect(await paidToMiners()).toBe(costSats);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS,
    heldSats: 0n,
  });
  await expectBooksFit(installation);
});

test("a payment with a CPFP transaction cannot be bumped", async () => {
  await ask({ feeRateSatsPerVb: 5 });
  const bump = {
    withdrawalId: id,
    requestedBy: userId,
    paidBy: "user" as const,
    feeRateSatsPerVb: 10,
    costSats: 10_000n,
    idempotency: identity(userId, "bumpWithdrawal"),
  };
  await expect(requestFeeBump(installation.wallet, bump)).rejects.toMatchObject({
    code: "bump_not_possible",
  });
  await expect(ask()).rejects.toMatchObject({ code: "bump_under_way" });
  await sendIt();
  const first = await cpfp();
  await ask({ feeRateSatsPerVb: 50 });
  await sendIt();
  const second = await cpfp();
  expect(second).toMatchObject({ state: "in_mempool", parentTxid: first.txid });
  const parent = await rowOf();
  const size = BigInt(first.virtualSize + second.virtualSize + (parent.virtualSize ?? 0));
  const fees = first.minerFeeSats + second.minerFeeSats + (parent.minerFeeSats ?? 0n);
  expect(fees >= 50n * size).toBe(true);
  await installation.mine(6);
  expect((await rowOf()).state).toBe("completed");
  await expectBooksFit(installation);
});

test("two concurrent requests create one CPFP transaction", async () => {
  const outcomes = await Promise.allSettled([ask(), ask(), ask()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await sendIt();
  await installation.mine(6);
  await expectBooksFit(installation);
});

test("a CPFP transaction can be mined after its parent", async () => {
  const parent = await rowOf();
  await ask();
  await sendIt();
  const { node, outside } = installation;
  expect(await mineExactly(node, parent.rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
  expect((await rowOf()).state).toBe("confirming");
  const [coin] = await listReservedCoins(installation.database, (await cpfp()).id);
  expect(coin?.height).not.toBeNull();
  await expectBooksFit(installation);
  await installation.mine(6);
  expect((await cpfp()).state).toBe("completed");
  await expectBooksFit(installation);
});

test("a CPFP transaction is not signed if its parent is mined first", async () => {
  await ask();
  const { id: cpfpId } = await cpfp();
  await installation.mine(1);
  await installation.send();
  expect(await cpfp()).toMatchObject({ id: cpfpId, state: "abandoned", rawHex: null });
  expect(await listReservedCoins(installation.database, cpfpId)).toEqual([]);
  await expect(ask()).rejects.toMatchObject({ code: "child_not_possible" });
  await installation.mine(5);
  await expectBooksFit(installation);
});

test("a CPFP transaction and its parent are mined again after a deep reorg", async () => {
  const { costSats } = await ask();
  await sendIt();
  await installation.mine(7);
  expect((await cpfp()).state).toBe("completed");
  await installation.reorg(8);
  expect(await cpfp()).toMatchObject({ book: "posted", height: null });
  await expectBooksFit(installation);
  await sendIt();
  await installation.mine(6);
  expect((await cpfp()).state).toBe("completed");
  expect((await rowOf()).state).toBe("completed");
  expect(await paidToMiners()).toBe(costSats);
  await expectBooksFit(installation);
});

test("a CPFP transaction speeds up a parent that a reorg returned to the mempool", async () => {
  await installation.mine(2);
  expect((await rowOf()).state).toBe("confirming");
  await expect(ask()).rejects.toMatchObject({ code: "child_not_possible" });
  await installation.reorg(3);
  await sendIt();
  await ask();
  await sendIt();
  expect((await cpfp()).state).toBe("in_mempool");
  await installation.mine(6);
  expect((await rowOf()).state).toBe("completed");
  await expectBooksFit(installation);
});

test("a CPFP transaction adds a coin if the change is too small", async () => {
  const payoutSats = 2_000_000n;
  const { address } = installation.wallet.account.derive(0, 0);
  // Paying the withdrawal from this coin leaves 600 sats of change.
  await installation.payFromOutside(address, payoutSats + 282n + 600n);
  await installation.mine(101);
  ({ id } = await installation.withdraw(userId, payoutSats + 10_000n));
  await sendIt();
  const { outputs } = parseTransaction((await rowOf()).rawHex ?? "");
  expect(outputs).toHaveLength(2);
  await ask({ feeRateSatsPerVb: 50 });
  await sendIt();
  expect(await cpfp()).toMatchObject({ coins: 2, state: "in_mempool" });
  await installation.mine(6);
  expect((await cpfp()).state).toBe("completed");
  await expectBooksFit(installation);
});

test("faucet grants cannot be abandoned but can get a CPFP transaction", async () => {
  const grantee = await installation.newUser();
  await installation.askFaucet(grantee);
  await sendIt();
  const [grant] = await installation.database.query<{ id: string }>(
    "select id from wallet_withdrawals where purpose = 'faucet' and user_id = $1",
    [grantee],
  );
  const withdrawalId = grant?.id ?? "";
  await expect(abandonFor(installation, { withdrawalId })).rejects.toMatchObject({
    code: "give_up_not_possible",
  });
  await openCpfpFor(installation, { withdrawalId });
  await sendIt();
  expect((await attemptFor(installation, withdrawalId)).state).toBe("in_mempool");
  await installation.mine(6);
  expect((await rowOf(withdrawalId)).state).toBe("completed");
  await expectBooksFit(installation);
});

test("an impossible request is refused with a specific reason", async () => {
  const treasury = await balance("treasury");
  await expect(ask({ withdrawalId: "wdr_none" })).rejects.toMatchObject({
    code: "withdrawal_not_found",
  });
  await expect(ask({ costSats: 1n })).rejects.toMatchObject({ code: "bump_cost_changed" });
  await expect(ask({ feeRateSatsPerVb: 100_000 })).rejects.toMatchObject({ code: "bump_too_dear" });
  const { id: unsent } = await installation.withdraw(userId, AMOUNT_SATS);
  await expect(ask({ withdrawalId: unsent })).rejects.toMatchObject({ code: "child_not_possible" });
  expect(await balance("treasury")).toBe(treasury);
  await installation.send();
  await installation.mine(6);
  await expectBooksFit(installation);
});
