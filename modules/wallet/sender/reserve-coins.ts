/**
 * Moves payments from approved to reserved. In one transaction, chooses coins, reserves them and
 * stores the unsigned payment. Coins with many confirmations are spent first. A user's deposit with
 * only six confirmations is spent last, because a deep reorg could remove the deposit and
 * invalidate the payment.
 */
import { LedgerRefusal, postAll } from "#ledger";
import { mulDiv } from "#money";
import { failpoint, type DatabaseTransaction } from "#platform";
import { claimSpareSats } from "#treasury";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { feeSatsMaxOfBatch, minerFeeSatsMaxOf, supportLegs } from "../books/withdrawal-legs.ts";
import { CHANGE } from "../chain/account.ts";
import { insertAddress, nextChangeIndex } from "../chain/addresses-table.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { COIN_AGES } from "../chain/chain-rules.ts";
import { lockCandidates, reserveCoin, type CoinRow, type Wanted } from "../chain/coins-table.ts";
import { supportLeftSats } from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";
import { lockApproved, sharesOf } from "../withdrawals/payment-batches.ts";
import { publishHeldBack } from "../terms/notify-held-back.ts";
import { holdBack, findStopped } from "../withdrawals/hold-back.ts";
import { noteWaiting } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { buildPsbt, payoutOf } from "../coins/build-psbt.ts";
import {
  chooseCoins,
  COINS_MAX,
  leastCoinSats,
  type Choice,
  type Payment,
} from "../coins/choose-coins.ts";
import type { SenderDeps } from "./deps.ts";
import { waitingReasons } from "./waiting-reasons.ts";

type Deps = Pick<SenderDeps, "database" | "account" | "clock" | "bus" | "treasury">;

/**
 * Reserves coins for as many of the approved payments as possible, in order. These payments share
 * one Bitcoin transaction. Returns the ids that need no further attempt in this round:
 * - payments that got coins or are no longer approved
 * - the first payment, if the coins do not suffice even for that payment alone
 * - all payments, if there are no coins
 * - payments whose owner must not be paid
 */
export async function reserveCoins(
  deps: Deps,
  ids: readonly string[],
  feeRateSatsPerKvb: bigint,
): Promise<readonly string[]> {
  let heldBack: readonly WithdrawalRow[] = [];
  const handledIds = await deps.database
    .transaction(async (tx) => {
      const cursor = await lockCursor(tx);
      if (cursor.lockedReason !== null) return ids;
      const approved = await lockApproved(tx, ids);
      const [first] = approved;
      if (!first) return ids;
      heldBack = await holdBackStopped(tx, [first], deps.clock.now());
      if (heldBack.length > 0) return [first.id];
      const gone = ids.filter((id) => !approved.some((payment) => payment.id === id));
      const wanted = wantedFor(approved, feeRateSatsPerKvb);
      const coins = {
        settled: await lockCandidates(tx, { tip: cursor, ages: COIN_AGES.settled }, wanted),
        fresh: await lockCandidates(tx, { tip: cursor, ages: COIN_AGES.fresh }, wanted),
      };
      if (coins.settled.length + coins.fresh.length === 0) {
        heldBack = await holdBackStopped(tx, approved.slice(1), deps.clock.now());
        await noteWhyWaiting(tx, cursor, approved, feeRateSatsPerKvb);
        return ids;
      }
      const chosen =
        chooseForMost(approved, coins, feeRateSatsPerKvb) ??
        (await chooseWithSupport(tx, deps, {
          coins: coins.fresh,
          withdrawal: first,
          payment: paymentOf([first], feeRateSatsPerKvb),
        }));
      if (chosen === undefined || typeof chosen === "string") {
        const isDear = isTooDear(coins.fresh, paymentOf([first], feeRateSatsPerKvb));
        const reason = isDear ? tooDearText(feeRateSatsPerKvb) : chosen;
        if (reason !== undefined) await noteWaiting(tx, [first.id], reason);
        else await noteWhyWaiting(tx, cursor, [first], feeRateSatsPerKvb);
        return [...gone, first.id];
      }
      heldBack = await holdBackStopped(tx, chosen.payments.slice(1), deps.clock.now());
      if (heldBack.length > 0) return heldBack.map(({ id }) => id);
      await reserve(tx, deps, chosen);
      return [...gone, ...chosen.payments.map(({ id }) => id)];
    })
    .catch(async (error: unknown) => {
      const [first] = ids;
      const isTooLittle = error instanceof LedgerRefusal && error.has("insufficient");
      if (!isTooLittle || first === undefined) throw error;
      await noteWaiting(deps.database, [first], NO_SUPPORT);
      return [first];
    });
  failpoint("wallet.reserved");
  for (const withdrawal of heldBack) await publishHeldBack(deps, withdrawal);
  return handledIds;
}

/** Stops payments whose owner must not be paid. Returns the stopped payments. */
async function holdBackStopped(
  tx: DatabaseTransaction,
  payments: readonly WithdrawalRow[],
  now: Date,
): Promise<readonly WithdrawalRow[]> {
  const stopped = await findStopped(tx, payments, now);
  for (const one of stopped) await holdBack(tx, one, now);
  return stopped.map(({ withdrawal }) => withdrawal);
}

/**
 * Returns the limits for reading candidate coins, with the total amounts of all payments, of the
 * first half, of the first quarter, and so on.
 */
function wantedFor(approved: readonly WithdrawalRow[], feeRateSatsPerKvb: bigint): Wanted {
  const payments = halvings(approved.length).map((count) =>
    paymentOf(approved.slice(0, count), feeRateSatsPerKvb),
  );
  return { coinsMax: COINS_MAX, amountsSats: payments.map(leastCoinSats) };
}

/**
 * Returns `most` and its successive halves, rounded down. For example, 100 yields 100, 50, 25, 12,
 * 6, 3, 1.
 */
function halvings(most: number): number[] {
  const counts: number[] = [];
  for (let count = most; count >= 1; count = Math.floor(count / 2)) counts.push(count);
  return counts;
}

interface Chosen {
  readonly payments: readonly WithdrawalRow[];
  readonly choice: Choice<CoinRow>;
}

/**
 * Chooses coins for all payments or, if the coins do not suffice, for the first half of the
 * payments, the first quarter, and so on.
 */
function chooseForMost(
  approved: readonly WithdrawalRow[],
  { settled, fresh }: { readonly settled: readonly CoinRow[]; readonly fresh: readonly CoinRow[] },
  feeRateSatsPerKvb: bigint,
): Chosen | undefined {
  for (const count of halvings(approved.length)) {
    const payments = approved.slice(0, count);
    const payment = paymentOf(payments, feeRateSatsPerKvb);
    const choice = chooseCoins(settled, payment) ?? chooseCoins(fresh, payment);
    if (choice) return { payments, choice };
  }
  return undefined;
}

/**
 * Combines the payments into a single payment for coin selection, without the platform's subsidy.
 */
function paymentOf(payments: readonly WithdrawalRow[], feeRateSatsPerKvb: bigint) {
  return {
    payouts: payments.map(payoutOf),
    feeRateSatsPerKvb,
    minerFeeSatsMax: feeSatsMaxOfBatch(payments),
  };
}

async function reserve(
  tx: DatabaseTransaction,
  deps: Deps,
  { payments, choice }: Chosen,
): Promise<void> {
  const psbt = await writePayment(tx, deps, payments, choice);
  const [first, ...others] = payments;
  if (!first) throw new Error("coins were chosen without a payment");
  const shares = sharesOf(choice.minerFeeSats, payments.length);
  const moved = await Promise.all([
    ...choice.coins.map((coin) => reserveCoin(tx, coin, first.id).then(() => true)),
    moveWithdrawal(tx, first.id, steps.reserve, {
      psbt,
      minerFeeSats: shares[0] ?? null,
      waitingReason: null,
    }),
    ...others.map(({ id }, place) =>
      moveWithdrawal(tx, id, steps.reserve, {
        paidWith: first.id,
        outputIndex: place + 1,
        minerFeeSats: shares[place + 1] ?? null,
        waitingReason: null,
      }),
    ),
  ]);
  if (moved.includes(false)) throw new Error(`${first.id} changed state while it was locked`);
  failpoint("wallet.reserving");
  const { minerFeeSats } = choice;
  const support = others.length > 0 ? [] : supportLegs({ ...first, minerFeeSats });
  if (support.length > 0) await postAll(tx, support);
}

/**
 * Chooses coins with a higher fee limit, which includes the subsidy that the platform's spare coins
 * allow. If no subsidy is available, returns the reason: the user's daily limit is used up, or
 * there are no spare coins.
 */
async function chooseWithSupport(
  tx: DatabaseTransaction,
  { clock, treasury }: Pick<Deps, "clock" | "treasury">,
  request: {
    readonly coins: readonly CoinRow[];
    readonly withdrawal: WithdrawalRow;
    readonly payment: Payment & { readonly minerFeeSatsMax: bigint };
  },
): Promise<Chosen | string | undefined> {
  const { coins, withdrawal, payment } = request;
  if (withdrawal.purpose === "faucet") return undefined;
  const now = clock.now();
  const { fee } = await postedLimits(tx);
  const { id, userId } = withdrawal;
  const feeSatsMax = minerFeeSatsMaxOf(withdrawal);
  const withSupport = (sats: bigint) => {
    const minerFeeSatsMax = least(feeSatsMax, payment.minerFeeSatsMax + sats);
    const choice = chooseCoins(coins, { ...payment, minerFeeSatsMax });
    return choice && { payments: [withdrawal], choice };
  };
  const leftSats = await supportLeftSats(tx, fee, { id, userId, now });
  const chosen = withSupport(leftSats);
  if (chosen) {
    const spareSats = await claimSpareSats(tx, treasury, {
      now,
      wantedSats: leftSats,
      leastSats: 1n,
    });
    return spareSats >= leftSats ? chosen : (withSupport(spareSats) ?? NO_SUPPORT);
  }
  return leftSats < fee.supportEach && withSupport(fee.supportEach) ? SUPPORT_USED_UP : undefined;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/**
 * Returns whether a few coins would suffice with a higher fee limit. If so, the payment fails
 * because of the fee rate and not because of the number of coins.
 */
function isTooDear(spendable: readonly CoinRow[], payment: Payment): boolean {
  const minerFeeSatsMax = BUMPED_MINER_FEE_SATS_MAX;
  const choice = chooseCoins(spendable, { ...payment, minerFeeSatsMax });
  return choice !== undefined && choice.coins.length <= FEW_COINS;
}

const FEW_COINS = 2;

function tooDearText(feeRateSatsPerKvb: bigint): string {
  const rate = mulDiv(feeRateSatsPerKvb, 1n, 1_000n, "up");
  return `Miners now require ${rate} sat/vB, which is more than the fee of this withdrawal covers. It will be sent when the rate falls. You can also cancel it and request it again with today's fee.`;
}

const SUPPORT_USED_UP =
  "Only many small coins are left for this withdrawal, and the platform's 24-hour support for your miners' fees is used up. It will be sent when support or larger coins are available.";

const NO_SUPPORT =
  "Only many small coins are left for this withdrawal, and the platform cannot add to the miner's fee now. It is waiting for larger coins. A smaller withdrawal may be sent at once.";

async function noteWhyWaiting(
  tx: DatabaseTransaction,
  tip: Cursor,
  payments: readonly WithdrawalRow[],
  feeRateSatsPerKvb: bigint,
): Promise<void> {
  const needs = payments.map((payment) => ({
    id: payment.id,
    neededSats: leastCoinSats(paymentOf([payment], feeRateSatsPerKvb)),
  }));
  const reasons = await waitingReasons(tx, tip, needs);
  for (const [id, reason] of reasons) await noteWaiting(tx, [id], reason);
}

async function writePayment(
  tx: DatabaseTransaction,
  { account, clock }: Deps,
  payments: readonly WithdrawalRow[],
  choice: Choice<CoinRow>,
): Promise<string> {
  const change: { index: number; amountSats: bigint }[] = [];
  for (const amountSats of choice.changeSats) {
    const index = await nextChangeIndex(tx);
    await insertAddress(tx, account.derive(CHANGE, index), {
      purpose: "change",
      now: clock.now(),
    });
    change.push({ index, amountSats });
  }
  return buildPsbt(account, { coins: choice.coins, payouts: payments.map(payoutOf), change });
}
