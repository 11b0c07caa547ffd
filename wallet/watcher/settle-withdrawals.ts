/**
 * Ends payments whose fate is deep enough in the chain: completed, or impossible for good. Runs
 * only at the tip.
 */
import { postAll, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import { failpoint, isolateFailure, type DatabaseTransaction } from "#platform";
import { countAnew } from "#treasury";
import { clawBack, repayFromReturned } from "../books/claw-back.ts";
import { feeShortageLegs } from "../books/fee-shortage.ts";
import { payoutSatsOf, returnLegs, settleLegs, unsettleLegs } from "../books/withdrawal-legs.ts";
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { listReturnable, listSettleable } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { announce, nothingTouched, type RoundParts, type WatcherParts } from "./parts.ts";
import { untilBooked } from "./until-booked.ts";

export async function settleWithdrawals(parts: RoundParts, tip: Cursor): Promise<void> {
  const { database } = parts;
  for (const withdrawal of await listSettleable(database, tip, CONFIRMATIONS))
    await isolateFailure(parts, withdrawal.id, () => settle(parts, tip, [withdrawal], completeOne));
  // Those that share a transaction return together: its coins are free again for all or for none.
  const returnable = await listReturnable(database, tip, CONFIRMATIONS);
  for (const [firstId, together] of Map.groupBy(returnable, ({ id, paidWith }) => paidWith ?? id))
    await isolateFailure(parts, firstId, () => settle(parts, tip, together, returnOne));
}

const CONFLICT_REASON = "a reorganisation of the chain took away a coin it was made of";

type Ending = (
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
) => Promise<readonly Transfer[] | undefined>;

async function settle(
  parts: WatcherParts,
  tip: Cursor,
  withdrawals: readonly WithdrawalRow[],
  end: Ending,
): Promise<void> {
  const touched = nothingTouched();
  await untilBooked(parts, async (tx) => {
    const cursor = await lockCursor(tx);
    if (cursor.hash !== tip.hash) return;
    const legs: Transfer[] = [];
    for (const withdrawal of withdrawals) {
      const ending = await end(tx, withdrawal, parts.clock.now());
      if (!ending) continue;
      legs.push(...ending);
      touched.withdrawals.add(withdrawal.userId);
    }
    failpoint("wallet.settling");
    if (legs.length > 0) await postAll(tx, legs);
  });
  failpoint("wallet.settled");
  announce(parts.bus, touched);
}

async function completeOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<readonly Transfer[] | undefined> {
  const { id, book } = withdrawal;
  const change = { completedAt: now, book: "posted" } as const;
  if (!(await moveWithdrawal(tx, id, steps.complete, change))) return undefined;
  if (book === "posted") return [];
  if (withdrawal.purpose === "user") await tellCompleted(tx, withdrawal, now);
  return book === "set-aside" ? settleOne(tx, withdrawal) : chargeAgain(tx, withdrawal);
}

async function settleOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
): Promise<readonly Transfer[]> {
  const payment = signed(withdrawal);
  const { id, purpose, feeSats, minerFeeSats } = payment;
  const neededSats = purpose === "user" ? minerFeeSats - feeSats : 0n;
  return [
    ...(await feeShortageLegs(tx, { id, neededSats, what: "settle" })),
    ...settleLegs(payment),
  ];
}

async function tellCompleted(
  tx: DatabaseTransaction,
  { id, userId, amountSats, txid }: WithdrawalRow,
  now: Date,
): Promise<void> {
  const amountBtc = formatAmount(amountSats, BTC_DECIMALS);
  const values = { amountBtc, withdrawalId: id, txid: txid ?? "" };
  await deliver(tx, { userId, template: "withdrawal_completed", values, now });
}

/**
 * It was declared impossible and paid back, and then a very deep reorg brought it into the chain
 * after all.
 */
async function chargeAgain(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
): Promise<readonly Transfer[]> {
  const { id, purpose, userId } = withdrawal;
  await countAnew(tx);
  const amountSats = payoutSatsOf(withdrawal) + signed(withdrawal).minerFeeSats;
  const payer = purpose === "faucet" ? null : userId;
  return clawBack(tx, [{ id, round: "charge", userId: payer, amountSats, cause: id }]);
}

async function returnOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<readonly Transfer[] | undefined> {
  const { id, book, userId, amountSats } = withdrawal;
  if (!(await moveWithdrawal(tx, id, steps.return, { book: "returned" }))) return undefined;
  await releaseCoins(tx, id);
  if (withdrawal.purpose === "user") {
    const amountBtc = formatAmount(amountSats, BTC_DECIMALS);
    const values = { amountBtc, withdrawalId: id, reason: CONFLICT_REASON };
    await deliver(tx, { userId, template: "withdrawal_rejected", values, now });
  }
  const legs = book === "posted" ? await unsettleOne(tx, withdrawal) : returnLegs(withdrawal);
  if (withdrawal.purpose === "faucet") return legs;
  return [...legs, ...(await repayFromReturned(tx, withdrawal))];
}

async function unsettleOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
): Promise<readonly Transfer[]> {
  const payment = signed(withdrawal);
  const { id, purpose, feeSats, minerFeeSats } = payment;
  const neededSats = purpose === "user" ? feeSats - minerFeeSats : 0n;
  await countAnew(tx);
  return [
    ...(await feeShortageLegs(tx, { id, neededSats, what: "unsettle" })),
    ...unsettleLegs(payment),
  ];
}

function signed<Row extends WithdrawalRow>(
  withdrawal: Row,
): Row & { readonly minerFeeSats: bigint } {
  const { minerFeeSats } = withdrawal;
  if (minerFeeSats === null) throw new Error(`${withdrawal.id} has no miner fee`);
  return { ...withdrawal, minerFeeSats };
}
