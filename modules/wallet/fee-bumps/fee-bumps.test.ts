/**
 * Tests fee bumps of unmined withdrawals: the requester pays, and the ledger and the chain agree
 * whichever version is mined.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { parseTransaction } from "#bitcoin";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { mineExactly } from "../testing/mine-exactly.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { getFeeBumpOffer } from "./get-fee-bump-offer.ts";
import { requestFeeBump } from "./request-fee-bump.ts";

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

const rowOf = async () => {
  const row = await findWithdrawal(installation.database, id);
  if (!row) throw new Error(`${id} vanished`);
  return row;
};
const balances = () => balancesOf(installation.database, userId);
const offer = () => getFeeBumpOffer(installation.wallet, { withdrawalId: id, userId });
const ask = (wanted: Partial<Parameters<typeof requestFeeBump>[1]> = {}) =>
  requestFeeBump(installation.wallet, {
    withdrawalId: id,
    requestedBy: userId,
    paidBy: "user",
    feeRateSatsPerVb: 10,
    costSats: 10_000n,
    idempotency: identity(userId, "bumpWithdrawal"),
    ...wanted,
  });

async function booksFit(): Promise<void> {
  expect(await verifyLedger(installation.database)).toEqual([]);
  const [cursor] = await installation.database.query(
    "select unexplained_sats as open, locked_reason as locked from wallet_cursor",
  );
  expect(cursor).toEqual({ open: 0n, locked: null });
}

test("the node replaces the payment after the owner pays for a bump", async () => {
  const before = await rowOf();
  const { choices } = await offer();
  const choice = choices.find(({ feeRateSatsPerVb }) => feeRateSatsPerVb === 10);
  const { costSats } = await ask({ costSats: choice?.costSats ?? 0n });
  expect(costSats).toBe(choice?.costSats);
  expect(await balances()).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS - costSats,
    heldSats: AMOUNT_SATS + costSats,
  });
  await installation.send();
  await installation.watch();
  const bumped = await rowOf();
  expect(bumped).toMatchObject({ state: "in_mempool", bumpSats: costSats });
  expect(bumped.minerFeeSats).toBe((before.minerFeeSats ?? 0n) + costSats);
  expect(await installation.node.getRawMempool()).toEqual([bumped.txid]);
  const [first, second] = [before, bumped].map(({ rawHex }) => parseTransaction(rawHex ?? ""));
  expect(second?.outputs[0]).toEqual(first?.outputs[0]);
  expect(second?.inputs.map(({ txid }) => txid)).toEqual(first?.inputs.map(({ txid }) => txid));
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: bumped.txid });
  expect(await balances()).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS - costSats,
    heldSats: 0n,
  });
  await booksFit();
});

test("the platform pays for a bump that an administrator requests", async () => {
  const treasury = () => accountBalance(installation.database, houseAccount("treasury", "BTC"));
  const before = await treasury();
  const { costSats } = await ask({ paidBy: "house", requestedBy: await installation.newUser() });
  expect(await treasury()).toBe(before - costSats);
  await installation.send();
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", bumpSats: 0n });
  expect(await balances()).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS,
    heldSats: 0n,
  });
  await booksFit();
});

test("a bump is not charged if the earlier version is mined", async () => {
  const first = await rowOf();
  await installation.node.generateToAddress(1, installation.wallet.treasuryAddress);
  await ask();
  await installation.send();
  const second = await rowOf();
  expect(second.txid).not.toBe(first.txid);
  await installation.watch();
  expect(await rowOf()).toMatchObject({ state: "confirming", txid: first.txid, bumpSats: 0n });
  await installation.mine(5);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: first.txid });
  expect(await balances()).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS,
    heldSats: 0n,
  });
  await booksFit();
});

test("the bumped version replaces the mined earlier version after a reorg", async () => {
  const first = await rowOf();
  await installation.node.generateToAddress(1, installation.wallet.treasuryAddress);
  const { costSats } = await ask();
  await installation.send();
  const second = await rowOf();
  await installation.mine(1);
  expect((await rowOf()).txid).toBe(first.txid);
  await installation.reorg(2);
  expect((await rowOf()).txid).toBe(second.txid);
  await installation.send();
  await installation.watch();
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: second.txid });
  expect((await balances()).availableSats).toBe(DEPOSIT_SATS - AMOUNT_SATS - costSats);
  await booksFit();
});

test("the ledger stays correct after two deep reorgs swap the mined version", async () => {
  const { first, second, costSats } = await bothSigned();
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: second.txid });
  const fees = await feesNow();
  const paid = DEPOSIT_SATS - AMOUNT_SATS;
  // The reorg is deeper than six blocks, and the miner knows only the earlier version.
  await mineInstead(7, first);
  expect(await rowOf()).toMatchObject({ state: "confirming", txid: first.txid, book: "posted" });
  await booksFit();
  await installation.mine(5);
  expect(await rowOf()).toMatchObject({ state: "completed", settledFeeSats: first.minerFeeSats });
  expect(await balances()).toMatchObject({ availableSats: paid, heldSats: 0n });
  expect(await feesNow()).toBe(fees);
  await booksFit();
  await mineInstead(8, second);
  await installation.mine(5);
  expect(await rowOf()).toMatchObject({ state: "completed", settledFeeSats: second.minerFeeSats });
  expect(await balances()).toMatchObject({ availableSats: paid - costSats, heldSats: 0n });
  expect(await feesNow()).toBe(fees);
  await booksFit();
});

/** Signs two versions of the payment without mining either. */
async function bothSigned() {
  const first = await rowOf();
  const { costSats } = await ask();
  await installation.send();
  return { first, second: await rowOf(), costSats };
}

const feesNow = () => accountBalance(installation.database, houseAccount("fees", "BTC"));

/**
 * Removes `depth` blocks, then mines a block with the given transaction, which the node did not
 * have.
 */
async function mineInstead(depth: number, { rawHex }: { readonly rawHex: string | null }) {
  const { node, wallet, outside } = installation;
  await node.simulateReorg({ depth, address: wallet.treasuryAddress });
  expect(await mineExactly(node, rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
}

test("a bump is cancelled and refunded if a block arrives before its signature", async () => {
  const { txid } = await rowOf();
  await ask();
  await installation.mine(1);
  await installation.send();
  expect(await rowOf()).toMatchObject({ state: "confirming", txid });
  expect(await balances()).toMatchObject({
    availableSats: DEPOSIT_SATS - AMOUNT_SATS,
    heldSats: AMOUNT_SATS,
  });
  await installation.mine(5);
  await booksFit();
});

test("the owner pays for each of several bumps", async () => {
  const one = await ask({ feeRateSatsPerVb: 5 });
  await expect(ask()).rejects.toMatchObject({ code: "bump_under_way" });
  await installation.send();
  await installation.watch();
  const two = await ask({ feeRateSatsPerVb: 20 });
  await installation.send();
  await installation.watch();
  expect(await installation.node.getRawMempool()).toEqual([(await rowOf()).txid]);
  await installation.mine(6);
  expect((await balances()).availableSats).toBe(
    DEPOSIT_SATS - AMOUNT_SATS - one.costSats - two.costSats,
  );
  await booksFit();
});

test("a bump adds a coin if there is no change to pay the fee from", async () => {
  const { coins } = await withdrawWithoutChange();
  await ask();
  await installation.send();
  const bumped = await rowOf();
  expect(parseTransaction(bumped.rawHex ?? "").inputs).toHaveLength(coins + 1);
  await installation.watch();
  await installation.mine(6);
  expect(await rowOf()).toMatchObject({ state: "completed", txid: bumped.txid });
  await booksFit();
});

test("the added coin is released if the earlier version is mined first", async () => {
  await withdrawWithoutChange();
  const reserved = () =>
    installation.database.query(
      "select txid from wallet_coins where reserved_by = $1 and spent_txid is null",
      [id],
    );
  const own = await reserved();
  await ask();
  expect(await reserved()).toHaveLength(own.length + 1);
  await installation.mine(6);
  expect((await rowOf()).state).toBe("completed");
  expect(await reserved()).toEqual([]);
  await booksFit();
});

test("a bump is cancelled if another payment spends its change", async () => {
  await installation.node.generateToAddress(1, installation.wallet.treasuryAddress);
  await ask({ feeRateSatsPerVb: 100, costSats: 50_000n });
  await installation.send();
  const dearer = await rowOf();
  await installation.watch();
  const first = await rowOf();
  expect(first.txid).not.toBe(dearer.txid);
  await onlyCoinsOf(first.txid ?? "");
  const other = await installation.withdraw(userId, AMOUNT_SATS);
  await installation.send();
  await installation.reorg(1);
  // Otherwise, the other payment would wait for a coin that the bumped version removes.
  expect((await rowOf()).txid).toBe(first.txid);
  await expect(ask()).rejects.toMatchObject({ code: "bump_not_possible" });
  // A miner mines the cancelled bumped version anyway.
  await installation.node.sendRawTransaction(dearer.rawHex ?? "");
  await installation.mine(1);
  expect((await rowOf()).txid).toBe(dearer.txid);
  const lost = () => findWithdrawal(installation.database, other.id);
  expect(await lost()).toMatchObject({ state: "conflicted", conflictTxid: dearer.txid });
  await installation.mine(6);
  expect(await lost()).toMatchObject({ book: "returned" });
  expect((await rowOf()).state).toBe("completed");
  await freeCoins();
  await booksFit();
});

/** Makes all coins except this transaction's unavailable for payments. */
async function onlyCoinsOf(txid: string): Promise<void> {
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where txid <> $1 and reserved_by is null",
    [txid],
  );
}

const freeCoins = () =>
  installation.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = 'kept'",
  );

test("an impossible bump is refused with a specific reason", async () => {
  const stranger = await installation.newUser();
  await expect(ask({ requestedBy: stranger })).rejects.toMatchObject({
    code: "withdrawal_not_found",
  });
  await expect(ask({ costSats: 1n })).rejects.toMatchObject({ code: "bump_cost_changed" });
  await expect(ask({ feeRateSatsPerVb: 100_000 })).rejects.toMatchObject({ code: "bump_too_dear" });
  const { id: unsent } = await installation.withdraw(userId, AMOUNT_SATS);
  await expect(ask({ withdrawalId: unsent })).rejects.toMatchObject({ code: "bump_not_possible" });
  const rest = (await balances()).availableSats;
  await installation.withdraw(userId, rest);
  await expect(ask()).rejects.toMatchObject({ code: "bump_unpaid" });
  await installation.mine(1);
  await expect(ask()).rejects.toMatchObject({ code: "bump_not_possible" });
  expect((await balances()).heldSats).toBe(DEPOSIT_SATS);
  await installation.send();
  await installation.mine(6);
  await booksFit();
});

test("a bump is refunded if its added coin leaves the chain", async () => {
  const { database, node, outside, wallet } = installation;
  await withdrawWithoutChange();
  const before = await rowOf();
  const other = await installation.withdraw(userId, AMOUNT_SATS);
  await installation.send();
  const { txid, rawHex } = (await findWithdrawal(database, other.id)) ?? {};
  expect(await mineExactly(node, rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
  await onlyCoinsOf(txid ?? "");
  const { heldSats } = await balances();
  const { costSats } = await ask();
  expect((await balances()).heldSats).toBe(heldSats + costSats);
  await node.simulateReorg({ depth: 1, address: wallet.treasuryAddress });
  await installation.watch();
  await installation.send();
  expect((await rowOf()).txid).toBe(before.txid);
  expect((await balances()).heldSats).toBe(heldSats);
  await freeCoins();
  await installation.send();
  await installation.mine(6);
  expect((await rowOf()).state).toBe("completed");
  await booksFit();
});

/** Creates a withdrawal whose coins add up to exactly the payout plus the miner's fee. */
async function withdrawWithoutChange(): Promise<{ readonly coins: number }> {
  const payoutSats = 2_000_000n;
  const { address } = installation.wallet.account.derive(0, 0);
  // The only coin that pays the amount without change.
  await installation.payFromOutside(address, payoutSats + 500n);
  await installation.mine(101);
  ({ id } = await installation.withdraw(userId, payoutSats + 10_000n));
  await installation.send();
  await installation.watch();
  const { inputs, outputs } = parseTransaction((await rowOf()).rawHex ?? "");
  expect(outputs).toHaveLength(1);
  return { coins: inputs.length };
}
