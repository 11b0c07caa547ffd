/**
 * Tests that a batch's withdrawals share a transaction with one output each. A cancelled, stopped
 * or refused withdrawal must not delay the rest, and the user who requests a fee bump must pay for
 * it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseTransaction } from "#bitcoin";
import { accountBalance, balancesOf, houseAccount, userAccount, verifyLedger } from "#ledger";
import { addDebt } from "../books/debts-table.ts";
import { getFeeBumpOffer } from "../fee-bumps/get-fee-bump-offer.ts";
import { requestFeeBump } from "../fee-bumps/request-fee-bump.ts";
import { readCursor } from "../chain/chain-table.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { mineExactly } from "../testing/mine-exactly.ts";
import { createOutsideWallet } from "../testing/outside-wallet.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";
import { WAITS_FOR_BLOCKS } from "./waiting-reasons.ts";

const DEPOSIT_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;
const FEE_SATS = 10_000n;
const RATE = 2_000n;

let installation: Installation;
let people: { readonly userId: string; readonly id: string }[];

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

beforeEach(async () => {
  people = [];
  for (let count = 0; count < 3; count += 1) {
    const userId = await installation.userWith(DEPOSIT_SATS);
    const { address: walletAddress } = createOutsideWallet(installation.node);
    const { id } = await installation.withdraw(userId, AMOUNT_SATS, { walletAddress });
    people.push({ userId, id });
  }
});

const person = (place: number) => people[place] ?? { userId: "", id: "" };
const rowOf = async (id: string) => {
  const row = await findWithdrawal(installation.database, id);
  if (!row) throw new Error(`${id} vanished`);
  return row;
};
const rows = () => Promise.all(people.map(({ id }) => rowOf(id)));
const states = async () => (await rows()).map(({ state }) => state);
const leftOf = async (place: number) =>
  (await balancesOf(installation.database, person(place).userId)).availableSats;
const feesNow = () => accountBalance(installation.database, houseAccount("fees", "BTC"));

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}

/** Reserves coins for the whole batch and returns its first withdrawal. */
async function reserveAll() {
  const ids = people.map(({ id }) => id);
  expect(await reserveCoins(installation.wallet, ids, RATE)).toEqual(ids);
  expect((await rows()).map(({ paidWith }) => paidWith)).toEqual([null, ids[0], ids[0]]);
  return rowOf(person(0).id);
}

test("the platform keeps the fees that a shared transaction saves", async () => {
  const fees = await feesNow();
  await installation.send();
  const sent = await rows();
  const [txid] = new Set(sent.map((row) => row.txid));
  expect(new Set(sent.map((row) => row.txid)).size).toBe(1);
  const { minerFeeSats } = await getTransaction(installation.wallet, { id: txid ?? "" });
  const shares = sent.map((row) => row.minerFeeSats ?? 0n);
  expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(minerFeeSats);
  for (const [place, { userId, id }] of people.entries()) {
    const { own, outputs, paysCount } = await getTransaction(installation.wallet, { id, userId });
    expect(own).toMatchObject([{ id, amountSats: AMOUNT_SATS - FEE_SATS, feeSats: FEE_SATS }]);
    expect(own[0]?.minerFeeSats).toBe(shares[place]);
    expect(outputs.findIndex(({ owner }) => owner === "recipient")).toBe(place);
    expect(paysCount).toBe(3);
  }
  await installation.mine(6);
  expect(await states()).toEqual(["completed", "completed", "completed"]);
  expect(await leftOf(2)).toBe(DEPOSIT_SATS - AMOUNT_SATS);
  expect(await feesNow()).toBe(fees + 3n * FEE_SATS - (minerFeeSats ?? 0n));
  await expectBooksInOrder();
});

test("a withdrawal cancelled after its coins were chosen does not stop its batch", async () => {
  const first = await reserveAll();
  await cancelWithdrawal(installation.wallet, { ...person(0), withdrawalId: person(0).id });
  expect(await states()).toEqual(["cancelled", "approved", "approved"]);
  // The cancellation can arrive after the batch was sent to the signer.
  expect(await signWithdrawal(installation.wallet, first)).toBe(false);
  await installation.send();
  const [, second, third] = await rows();
  expect(parseTransaction(second?.rawHex ?? "").outputs.length).toBeGreaterThan(1);
  expect(third?.txid).toBe(second?.txid);
  await installation.mine(6);
  expect(await states()).toEqual(["cancelled", "completed", "completed"]);
  expect(await leftOf(0)).toBe(DEPOSIT_SATS);
  await expectBooksInOrder();
});

test("only the disabled user's withdrawal of a batch is stopped", async () => {
  const first = await reserveAll();
  const disable = (until: string | null) =>
    installation.database.query("update users_users set banned_until = $2 where id = $1", [
      person(1).userId,
      until,
    ]);
  await disable("2200-01-01");
  expect(await signWithdrawal(installation.wallet, first)).toBe(false);
  expect(await states()).toEqual(["approved", "in_review", "approved"]);
  await installation.send();
  expect(await states()).toEqual(["broadcast", "in_review", "broadcast"]);
  await installation.mine(6);
  await disable(null);
  await expectBooksInOrder();
});

test("owners are checked while their batch waits for coins", async () => {
  const { database, wallet } = installation;
  const keep = "update wallet_coins set reserved_by = 'kept' where reserved_by is null";
  const disable = (until: string | null) =>
    database.query("update users_users set banned_until = $2 where id = $1", [
      person(1).userId,
      until,
    ]);
  await database.query(keep);
  await disable("2200-01-01");
  const ids = people.map(({ id }) => id);
  expect(await reserveCoins(wallet, ids, RATE)).toEqual(ids);
  expect(await rows()).toMatchObject([
    { state: "approved", waitingReason: WAITS_FOR_BLOCKS },
    { state: "in_review", waitingReason: null, heldBackFor: "disabled" },
    { state: "approved", waitingReason: WAITS_FOR_BLOCKS },
  ]);
  await database.query("update wallet_coins set reserved_by = null where reserved_by = 'kept'");
  await disable(null);
  await installation.send();
  expect(await states()).toEqual(["broadcast", "in_review", "broadcast"]);
  await installation.mine(6);
  await expectBooksInOrder();
});

test("withdrawals are sent one by one after the signer refuses their batch", async () => {
  await installation.database.query(
    "update wallet_withdrawals set amount_sats = amount_sats + 1 where id = $1",
    [person(1).id],
  );
  const send = () =>
    installation.send().catch((error: unknown) => {
      if (!/\d failed, wdr_/.test(String(error))) throw error;
    });
  await send();
  await send();
  expect(await states()).toEqual(["broadcast", "reserved", "broadcast"]);
  await installation.database.query(
    "update wallet_withdrawals set amount_sats = amount_sats - 1 where id = $1",
    [person(1).id],
  );
  await cancelWithdrawal(installation.wallet, { ...person(1), withdrawalId: person(1).id });
  await installation.mine(6);
  expect(await states()).toEqual(["completed", "cancelled", "completed"]);
  await expectBooksInOrder();
});

test("the requester of a fee bump pays for the whole batch", async () => {
  await installation.send();
  await installation.watch();
  const before = await rows();
  const asker = { withdrawalId: person(1).id, userId: person(1).userId };
  const { choices, paysCount } = await getFeeBumpOffer(installation.wallet, asker);
  expect(paysCount).toBe(3);
  const choice = choices.find(({ feeRateSatsPerVb }) => feeRateSatsPerVb === 10);
  const ask = (place: number) =>
    requestFeeBump(installation.wallet, {
      withdrawalId: person(place).id,
      requestedBy: person(place).userId,
      paidBy: "user",
      feeRateSatsPerVb: 10,
      costSats: choice?.costSats ?? 0n,
      idempotency: identity(person(place).userId, "bumpWithdrawal"),
    });
  const { costSats } = await ask(1);
  await expect(ask(2)).rejects.toMatchObject({ code: "bump_under_way" });
  await installation.send();
  await installation.watch();
  const after = await rows();
  const [txid] = await installation.node.getRawMempool();
  expect(after.map((row) => row.txid)).toEqual([txid, txid, txid]);
  expect(after.map(({ minerFeeSats }, place) => [place, minerFeeSats])).toEqual(
    before.map(({ minerFeeSats }, place) => [
      place,
      (minerFeeSats ?? 0n) + (place === 1 ? costSats : 0n),
    ]),
  );
  await installation.mine(6);
  const remaining = DEPOSIT_SATS - AMOUNT_SATS;
  expect(await Promise.all([0, 1, 2].map(leftOf))).toEqual([
    remaining,
    remaining - costSats,
    remaining,
  ]);
  await expectBooksInOrder();
  // After a deep reorg, the earlier version is mined.
  const { node, wallet, outside } = installation;
  await node.simulateReorg({ depth: 7, address: wallet.treasuryAddress });
  expect(await mineExactly(node, before[0]?.rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
  await expectBooksInOrder();
  await installation.mine(5);
  expect((await rows()).map((row) => row.txid)).toEqual(before.map((row) => row.txid));
  expect(await Promise.all([0, 1, 2].map(leftOf))).toEqual([remaining, remaining, remaining]);
  await expectBooksInOrder();
});

test.each([
  [
    "disabled",
    (userId: string) =>
      installation.database.query(
        "update users_users set banned_until = '2200-01-01' where id = $1",
        [userId],
      ),
  ],
  [
    "in debt",
    (userId: string) =>
      installation.database.transaction((tx) =>
        addDebt(tx, { account: userAccount(userId, "available", "BTC"), userId }, 1n),
      ),
  ],
])("a user who is %s does not prevent the batch's fee bumps", async (_, stop) => {
  await installation.send();
  await installation.watch();
  await stop(person(1).userId);
  const raise = (place: number, paidBy: "user" | "house", feeRateSatsPerVb: number) =>
    requestFeeBump(installation.wallet, {
      withdrawalId: person(place).id,
      requestedBy: person(place).userId,
      paidBy,
      feeRateSatsPerVb,
      costSats: 50_000n,
      idempotency: identity(person(place).userId, `bump ${paidBy}`),
    });
  const { costSats } = await raise(0, "user", 10);
  await installation.send();
  expect(await rowOf(person(0).id)).toMatchObject({ bumpSats: costSats });
  await installation.watch();
  const house = await raise(1, "house", 20);
  await installation.send();
  await installation.watch();
  const sats = (await rows()).reduce((sum, { minerFeeSats }) => sum + (minerFeeSats ?? 0n), 0n);
  const [txid] = await installation.node.getRawMempool();
  const { minerFeeSats } = await getTransaction(installation.wallet, { id: txid ?? "" });
  expect(minerFeeSats).toBe(sats);
  expect(house.costSats).toBeGreaterThan(0n);
  await installation.mine(6);
  expect(await states()).toEqual(["completed", "completed", "completed"]);
  await installation.database.query("delete from wallet_debts");
  await expectBooksInOrder();
});
