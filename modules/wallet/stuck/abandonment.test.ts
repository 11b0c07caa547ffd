/**
 * Tests abandoning a withdrawal that miners ignore: its coins are spent back to the platform.
 * Either the withdrawal or the abandonment is mined, and the owner must end up with either the
 * payment or the refund, never both or neither.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { parseTransaction } from "#bitcoin";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { mineExactly } from "../testing/mine-exactly.ts";
import { attemptFor, openCpfpFor, expectBooksFit, abandonFor } from "../testing/stuck.ts";
import { requestFeeBump } from "../fee-bumps/request-fee-bump.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { listOfPayment } from "../self-transfers/self-transfers-table.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { getStuckOffer } from "./get-stuck-offer.ts";

const DEPOSIT_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;
const PAID = { availableSats: DEPOSIT_SATS - AMOUNT_SATS, heldSats: 0n };
const BACK = { availableSats: DEPOSIT_SATS, heldSats: 0n };

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
  await sendIt();
});

const rowOf = async () => {
  const row = await findWithdrawal(installation.database, id);
  if (!row) throw new Error(`${id} vanished`);
  return row;
};
const attempt = () => attemptFor(installation, id);
const ask = (wanted: Partial<Parameters<typeof abandonFor>[1]> = {}) =>
  abandonFor(installation, { withdrawalId: id, ...wanted });
const balances = () => balancesOf(installation.database, userId);
const track = () => getTransaction(installation.wallet, { id, userId });

async function sendIt(): Promise<void> {
  await installation.send();
  await installation.watch();
}

/** Mines a block with only this transaction. */
async function mineOnly({ rawHex }: { readonly rawHex: string | null }): Promise<void> {
  const { node, outside } = installation;
  expect(await mineExactly(node, rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
}

async function messagesSaying(words: string): Promise<number> {
  const messages = await installation.database.query(
    "select 1 from notifications_messages l where user_id = $1 and strpos(l::text, $2) > 0",
    [userId, words],
  );
  return messages.length;
}

test("an abandoned payment is refunded to its owner after six blocks", async () => {
  const before = await rowOf();
  const treasury = () => accountBalance(installation.database, houseAccount("treasury", "BTC"));
  const had = await treasury();
  const choice = (await getStuckOffer(installation.wallet, { withdrawalId: id })).giveUp[0];
  const { costSats } = await ask(choice);
  expect(costSats).toBe(choice?.costSats);
  expect(await treasury()).toBe(had - costSats);
  expect(await track()).toMatchObject({ state: "in_transit", attempt: { kind: "abandonment" } });
  await sendIt();
  const own = await attempt();
  expect(await installation.node.getRawMempool()).toEqual([own.txid]);
  const [spent, wanted] = [own, before].map(({ rawHex }) =>
    parseTransaction(rawHex ?? "").inputs.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`),
  );
  expect(spent).toEqual(wanted);
  // The abandoned payment's bytes are not sent again.
  const sent = await rowOf();
  await installation.send();
  expect((await rowOf()).sendCount).toBe(sent.sendCount);
  await installation.mine(1);
  expect(await track()).toMatchObject({
    state: "replaced",
    replacedBy: own.txid,
    attempt: { kind: "abandonment", txid: own.txid, confirmations: 1 },
  });
  await installation.mine(4);
  expect(await balances()).toMatchObject({ ...PAID, heldSats: AMOUNT_SATS });
  await installation.mine(1);
  expect(await balances()).toMatchObject(BACK);
  expect(await rowOf()).toMatchObject({ state: "conflicted", book: "returned", heldBackFor: null });
  expect(await attempt()).toMatchObject({ state: "completed", book: "posted" });
  expect(await messagesSaying("it was abandoned")).toBe(1);
  await expectBooksFit(installation);
});

test("an abandonment becomes impossible if the payment is mined after all", async () => {
  const payment = await rowOf();
  await ask();
  await sendIt();
  await mineOnly(payment);
  expect(await rowOf()).toMatchObject({ state: "confirming", txid: payment.txid });
  expect(await attempt()).toMatchObject({ state: "conflicted", conflictTxid: payment.txid });
  expect((await track()).attempt).toBeNull();
  await installation.mine(5);
  expect(await rowOf()).toMatchObject({ state: "completed", book: "posted" });
  expect(await attempt()).toMatchObject({ state: "conflicted", book: "returned" });
  expect(await balances()).toMatchObject(PAID);
  await expectBooksFit(installation);
});

test("an abandonment is not signed if the payment is mined first", async () => {
  await ask();
  await installation.mine(1);
  await installation.send();
  expect(await attempt()).toMatchObject({ rawHex: null });
  await expect(ask()).rejects.toMatchObject({ code: "give_up_not_possible" });
  await installation.mine(5);
  expect((await rowOf()).state).toBe("completed");
  expect(await balances()).toMatchObject(PAID);
  await expectBooksFit(installation);
});

test("the ledger stays correct if reorgs swap payment and abandonment", async () => {
  const payment = await rowOf();
  await ask();
  await sendIt();
  const own = await attempt();
  const treasury = installation.wallet.treasuryAddress;
  await installation.mine(2);
  expect((await rowOf()).state).toBe("conflicted");
  await installation.node.simulateReorg({ depth: 3, address: treasury });
  await mineOnly(payment);
  expect((await rowOf()).state).toBe("confirming");
  expect((await attempt()).state).toBe("conflicted");
  await expectBooksFit(installation);
  await installation.mine(5);
  expect(await balances()).toMatchObject(PAID);
  for (let round = 0; round < 2; round += 1) {
    await installation.node.simulateReorg({ depth: 8, address: treasury });
    await mineOnly(own);
    expect((await rowOf()).state).toBe("conflicted");
    await installation.mine(5);
    expect(await balances()).toMatchObject(BACK);
    expect((await attempt()).state).toBe("completed");
    await expectBooksFit(installation);
    await installation.node.simulateReorg({ depth: 8, address: treasury });
    await mineOnly(payment);
    await installation.mine(5);
    expect(await rowOf()).toMatchObject({ state: "completed", book: "posted" });
    expect(await balances()).toMatchObject(PAID);
    await expectBooksFit(installation);
  }
});

test("a second abandonment with a higher fee replaces the first", async () => {
  await ask({ feeRateSatsPerVb: 5 });
  await expect(ask()).rejects.toMatchObject({ code: "bump_under_way" });
  await sendIt();
  const first = await attempt();
  await ask({ feeRateSatsPerVb: 50 });
  await sendIt();
  const second = await attempt();
  expect(await installation.node.getRawMempool()).toEqual([second.txid]);
  await installation.mine(6);
  const [lost, won] = await listOfPayment(installation.database, id);
  expect(lost).toMatchObject({ txid: first.txid, state: "conflicted", book: "returned" });
  expect(won).toMatchObject({ txid: second.txid, state: "completed" });
  expect(await balances()).toMatchObject(BACK);
  await expectBooksFit(installation);
});

test("a payment is abandoned together with its CPFP transaction", async () => {
  const bump = {
    withdrawalId: id,
    requestedBy: userId,
    paidBy: "user" as const,
    feeRateSatsPerVb: 10,
    costSats: 10_000n,
  };
  const idempotency = identity(userId, "bumpWithdrawal");
  await requestFeeBump(installation.wallet, { ...bump, idempotency });
  await expect(ask()).rejects.toMatchObject({ code: "bump_under_way" });
  await sendIt();
  await openCpfpFor(installation, { withdrawalId: id });
  await sendIt();
  const cpfp = await attempt();
  await ask({ feeRateSatsPerVb: 50 });
  await sendIt();
  const again = { ...bump, idempotency: identity(userId, "bumpWithdrawal") };
  await expect(requestFeeBump(installation.wallet, again)).rejects.toMatchObject({
    code: "payment_given_up",
  });
  await expect(openCpfpFor(installation, { withdrawalId: id })).rejects.toMatchObject({
    code: "payment_given_up",
  });
  expect(await installation.node.getRawMempool()).toEqual([(await attempt()).txid]);
  await installation.mine(6);
  expect(await balances()).toMatchObject(BACK);
  const [lost] = await listOfPayment(installation.database, id);
  expect(lost).toMatchObject({ txid: cpfp.txid, state: "conflicted", book: "returned" });
  await expectBooksFit(installation);
});

test("all withdrawals of a batch are abandoned together", async () => {
  await installation.mine(6);
  const other = await installation.userWith(DEPOSIT_SATS);
  const one = await installation.withdraw(userId, AMOUNT_SATS);
  const two = await installation.withdraw(other, AMOUNT_SATS);
  await sendIt();
  ({ id } = two);
  const batch = await getStuckOffer(installation.wallet, { withdrawalId: two.id });
  expect(batch).toMatchObject({ paysCount: 2 });
  await ask();
  id = one.id;
  await sendIt();
  await installation.mine(6);
  for (const who of [userId, other])
    expect((await balancesOf(installation.database, who)).heldSats).toBe(0n);
  expect((await balancesOf(installation.database, other)).availableSats).toBe(DEPOSIT_SATS);
  await expectBooksFit(installation);
});

test("only one of several concurrent abandonment and CPFP requests succeeds", async () => {
  const requests = [ask(), openCpfpFor(installation, { withdrawalId: id }), ask()];
  const outcomes = await Promise.allSettled(requests);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await sendIt();
  await installation.mine(6);
  await expectBooksFit(installation);
});
