/**
 * Completes payments when their outcome has enough confirmations: mined or permanently impossible.
 * If a transaction signed with the wallet's own keys made a payment impossible, the payment waits
 * for an administrator. Runs only while the watcher is at the tip.
 */
import { houseAccount, outsideAccount, postAll, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import {
  derivedUuid,
  failpoint,
  isolateFailure,
  newUuid,
  type DatabaseTransaction,
} from "#platform";
import { recount } from "#treasury";
import { publishToAdministrators, isGone } from "#users";
import { clawBack } from "../books/claw-back.ts";
import { feeShortageLegs } from "../books/fee-shortage.ts";
import { payoutSatsOf, settleLegs } from "../books/withdrawal-legs.ts";
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { spendsOurCoins } from "../chain/coins-table.ts";
import { findSelfTransferByTxid, listKnownTxids } from "../self-transfers/self-transfers-table.ts";
import { listReturnable, listSettleable } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { correctSettled } from "../withdrawals/correct-settled.ts";
import { countFeeBumps, settleFeeBumps } from "../withdrawals/end-fee-bumps.ts";
import { returnConflicted, requireSigned } from "../withdrawals/return-conflicted.ts";
import {
  findWithdrawalsByTxid,
  moveWithdrawal,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import { publishTouched, nothingTouched, type RoundDeps, type WatcherDeps } from "./deps.ts";
import { retryUntilBooked } from "../books/retry-races.ts";

export async function settleWithdrawals(deps: RoundDeps, tip: Cursor): Promise<void> {
  const { database } = deps;
  for (const withdrawal of await listSettleable(database, tip, CONFIRMATIONS))
    await isolateFailure(deps, withdrawal.id, () => settle(deps, tip, [withdrawal], completeOne));
  // A batch is returned as a whole, because its payments share their coins.
  const returnable = await listReturnable(database, tip, CONFIRMATIONS);
  for (const [firstId, batch] of Map.groupBy(returnable, ({ id, paidWith }) => paidWith ?? id))
    await isolateFailure(deps, firstId, () => settle(deps, tip, batch, returnOne));
}

const FEES = houseAccount("fees", "BTC");

const GIVEN_UP_REASON =
  "no miner included it, so it was abandoned and its coins returned to the platform";

const CONFLICT_REASON = "a chain reorganisation removed a coin that it spent";

type Ending = (
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
) => Promise<readonly Transfer[] | undefined>;

async function settle(
  deps: WatcherDeps,
  tip: Cursor,
  withdrawals: readonly WithdrawalRow[],
  end: Ending,
): Promise<void> {
  const touched = nothingTouched();
  await retryUntilBooked(deps, async (tx) => {
    const cursor = await lockCursor(tx);
    if (cursor.hash !== tip.hash) return;
    for (const withdrawal of withdrawals) {
      const legs = await end(tx, withdrawal, deps.clock.now());
      if (!legs) continue;
      touched.withdrawals.add(withdrawal.userId);
      failpoint("wallet.settling");
      // Posted before the next payment's legs are computed, because the next payment may need the
      // fees that these legs credit.
      if (legs.length > 0) await postAll(tx, legs);
    }
  });
  failpoint("wallet.settled");
  publishTouched(deps.bus, touched);
  if (end === returnOne && touched.withdrawals.size > 0)
    await publishToAdministrators(deps, { what: "withdrawals" });
}

async function completeOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<readonly Transfer[] | undefined> {
  const { id, book } = withdrawal;
  const { minerFeeSats: settledFeeSats } = requireSigned(withdrawal);
  const change = { completedAt: now, book: "posted", settledFeeSats } as const;
  if (!(await moveWithdrawal(tx, id, steps.complete, change))) return undefined;
  if (book === "posted") return correctSettled(tx, withdrawal, now);
  if (withdrawal.purpose === "user") await notifyCompleted(tx, withdrawal, now);
  return book === "set-aside" ? settleOne(tx, withdrawal) : chargeAgain(tx, withdrawal, now);
}

async function settleOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
): Promise<readonly Transfer[]> {
  const payment = requireSigned(withdrawal);
  const { id, purpose, feeSats, bumpSats, minerFeeSats } = payment;
  const neededSats = purpose === "user" ? minerFeeSats - feeSats - bumpSats : 0n;
  return [
    ...(await feeShortageLegs(tx, { id, neededSats, what: "settle" })),
    ...(await settleFeeBumps(tx, payment)),
    ...settleLegs(payment),
  ];
}

async function notifyCompleted(
  tx: DatabaseTransaction,
  { id, userId, amountSats, txid }: WithdrawalRow,
  now: Date,
): Promise<void> {
  const amountBtc = formatAmount(amountSats, BTC_DECIMALS);
  const values = { amountBtc, withdrawalId: id, txid: txid ?? "" };
  await deliver(tx, { userId, template: "withdrawal_completed", values, now });
}

/**
 * Charges a payment again that was refunded as impossible but was mined after a very deep reorg.
 * This can happen repeatedly. The owner is charged the refunded amount. If the owner was deleted,
 * the treasury is charged, because it received the refund.
 */
async function chargeAgain(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<readonly Transfer[]> {
  const { id, purpose, userId, feeSats } = withdrawal;
  await recount(tx);
  const { toPaySats } = await countFeeBumps(tx, withdrawal);
  const { minerFeeSats } = requireSigned(withdrawal);
  const round = newUuid(now);
  const goneSats = payoutSatsOf(withdrawal) + minerFeeSats;
  const isTreasuryBorne = purpose === "faucet" || (await isGone(tx, userId));
  const claim = { id, round, userId: isTreasuryBorne ? null : userId, cause: id };
  if (isTreasuryBorne) return clawBack(tx, [{ ...claim, amountSats: goneSats }]);
  const leftSats = feeSats + toPaySats - minerFeeSats;
  if (leftSats >= 0n)
    return clawBack(tx, [
      { ...claim, amountSats: goneSats },
      { ...claim, round: `${round}-fee`, amountSats: leftSats, to: FEES, code: "withdrawal_fee" },
    ]);
  return [
    ...(await feeShortageLegs(tx, { id, neededSats: -leftSats, what: round })),
    ...(await clawBack(tx, [{ ...claim, amountSats: goneSats + leftSats }])),
    {
      id: derivedUuid(id, "miner", round),
      debit: FEES,
      credit: outsideAccount("chain"),
      amount: -leftSats,
      code: "withdrawal_network_fee",
      cause: id,
    },
  ];
}

async function returnOne(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<readonly Transfer[] | undefined> {
  const { id, userId, amountSats, purpose } = withdrawal;
  if (purpose === "user" && (await isOwnSpend(tx, withdrawal))) {
    const isMoved = await moveWithdrawal(tx, id, steps.suspect, { heldBackFor: "own_spend" });
    return isMoved ? [] : undefined;
  }
  const legs = await returnConflicted(tx, withdrawal);
  if (legs && purpose === "user") {
    const amountBtc = formatAmount(amountSats, BTC_DECIMALS);
    const reason = (await isGivenUp(tx, withdrawal)) ? GIVEN_UP_REASON : CONFLICT_REASON;
    const values = { amountBtc, withdrawalId: id, reason };
    await deliver(tx, { userId, template: "withdrawal_rejected", values, now });
  }
  return legs;
}

async function isGivenUp(
  tx: DatabaseTransaction,
  { conflictTxid }: WithdrawalRow,
): Promise<boolean> {
  if (conflictTxid === null) return false;
  return (await findSelfTransferByTxid(tx, conflictTxid))?.kind === "abandonment";
}

/**
 * Returns whether the coins were spent by a transaction that was signed with the wallet's keys but
 * is missing from the tables. If so, the tables are older than that transaction, which may have
 * paid this very withdrawal.
 */
async function isOwnSpend(
  tx: DatabaseTransaction,
  { conflictTxid }: WithdrawalRow,
): Promise<boolean> {
  if (conflictTxid === null || !(await spendsOurCoins(tx, conflictTxid))) return false;
  const recorded = await listKnownTxids(tx, [conflictTxid]);
  return recorded.length === 0 && (await findWithdrawalsByTxid(tx, [conflictTxid])).length === 0;
}
