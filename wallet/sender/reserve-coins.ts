/**
 * approved -> reserved: chooses coins, sets them aside and stores the unsigned payment, in one
 * transaction. Coins that have been ours for long come first; a user's deposit of six confirmations
 * is spent only when nothing else is left, because a deep reorg could take it away under the
 * payment.
 */
import { LedgerRefusal, postAll } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { claimSpareSats } from "#treasury";
import {
  minerFeeSatsMaxOf,
  payoutSatsOf,
  supportLegs,
  unsupportedFeeSatsMaxOf,
} from "../books/withdrawal-legs.ts";
import { CHANGE } from "../chain/account.ts";
import { insertAddress, nextIndex } from "../chain/addresses-table.ts";
import { COINBASE_CONFIRMATIONS, CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor } from "../chain/chain-table.ts";
import {
  lockSpendableCoins,
  reserveCoin,
  type CoinAges,
  type CoinRow,
} from "../chain/coins-table.ts";
import { supportLeftSats } from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";
import { noteWaiting } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { buildPsbt } from "./build-psbt.ts";
import { chooseCoins, type Choice, type Payment } from "./choose-coins.ts";
import type { SenderParts } from "./parts.ts";

const SETTLED: CoinAges = {
  deposit: COINBASE_CONFIRMATIONS,
  change: 1,
  coinbase: COINBASE_CONFIRMATIONS,
};
const FRESH: CoinAges = { ...SETTLED, deposit: CONFIRMATIONS };

type Parts = Pick<SenderParts, "database" | "account" | "clock" | "treasury">;

/** False when no coins suffice now, or the withdrawal was cancelled meanwhile. */
export async function reserveCoins(
  parts: Parts,
  withdrawal: WithdrawalRow,
  feeRateSatsPerKvb: bigint,
): Promise<boolean> {
  const isReserved = await parts.database
    .transaction(async (tx) => {
      const cursor = await lockCursor(tx);
      if (cursor.lockedReason !== null) return false;
      const payoutSats = payoutSatsOf(withdrawal);
      const minerFeeSatsMax = minerFeeSatsMaxOf(withdrawal);
      const payment = {
        payoutSats,
        scriptHex: withdrawal.scriptHex,
        feeRateSatsPerKvb,
        minerFeeSatsMax: least(minerFeeSatsMax, unsupportedFeeSatsMaxOf(withdrawal)),
      };
      const fresh = await lockSpendableCoins(tx, cursor, FRESH);
      const choice =
        chooseCoins(await lockSpendableCoins(tx, cursor, SETTLED), payment) ??
        chooseCoins(fresh, payment) ??
        (await chooseWithSupport(tx, parts, { coins: fresh, withdrawal, payment }));
      if (choice === undefined || typeof choice === "string") {
        const reason = choice ?? waitingReasonOf(fresh, payoutSats);
        await noteWaiting(tx, withdrawal.id, { reason, now: parts.clock.now() });
        return false;
      }
      const psbt = await writePayment(tx, parts, withdrawal, choice);
      for (const coin of choice.coins) await reserveCoin(tx, coin, withdrawal.id);
      const { minerFeeSats } = choice;
      const change = { psbt, minerFeeSats, waitingReason: null };
      const isMoved = await moveWithdrawal(tx, withdrawal.id, steps.reserve, change);
      if (!isMoved) throw new CancelledMeanwhile();
      failpoint("wallet.reserving");
      const support = supportLegs({ ...withdrawal, minerFeeSats });
      if (support.length > 0) await postAll(tx, support);
      return true;
    })
    .catch(async (error: unknown) => {
      if (error instanceof CancelledMeanwhile) return false;
      if (!(error instanceof LedgerRefusal && error.has("insufficient"))) throw error;
      await noteWaiting(parts.database, withdrawal.id, {
        reason: NO_SUPPORT,
        now: parts.clock.now(),
      });
      return false;
    });
  failpoint("wallet.reserved");
  return isReserved;
}

/**
 * With what the house may still add to the miner's fee, out of coins that nothing else needs; or
 * why it does not: its daily limit for the user, or the coins, is what is missing.
 */
async function chooseWithSupport(
  tx: DatabaseTransaction,
  { clock, treasury }: Pick<Parts, "clock" | "treasury">,
  asked: {
    readonly coins: readonly CoinRow[];
    readonly withdrawal: WithdrawalRow;
    readonly payment: Payment & { readonly minerFeeSatsMax: bigint };
  },
): Promise<Choice<CoinRow> | string | undefined> {
  const { coins, withdrawal, payment } = asked;
  const now = clock.now();
  const { fee } = await postedLimits(tx);
  const { id, userId } = withdrawal;
  const feeSatsMax = minerFeeSatsMaxOf(withdrawal);
  const withSupport = (sats: bigint) => {
    const minerFeeSatsMax = least(feeSatsMax, payment.minerFeeSatsMax + sats);
    return chooseCoins(coins, { ...payment, minerFeeSatsMax });
  };
  const leftSats = await supportLeftSats(tx, fee, { id, userId, now });
  const choice = withSupport(leftSats);
  if (choice) {
    const spareSats = await claimSpareSats(tx, treasury, {
      now,
      wantedSats: leftSats,
      leastSats: 1n,
    });
    return spareSats >= leftSats ? choice : (withSupport(spareSats) ?? NO_SUPPORT);
  }
  return leftSats < fee.supportEach && withSupport(fee.supportEach) ? SUPPORT_USED_UP : undefined;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

const SUPPORT_USED_UP =
  "Only many small coins are left to pay it, and what the house adds to one user's miner's fees in 24 hours is used up. It goes on when some of that is free again, or with larger coins.";

const NO_SUPPORT =
  "Only many small coins are left to pay it, and the house has nothing to add to the miner's fee now. It waits for larger coins; a smaller withdrawal may go at once.";

/** For the user, in a sentence. */
export function waitingReasonOf(
  spendable: readonly { readonly amountSats: bigint }[],
  payoutSats: bigint,
): string {
  const total = spendable.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  return total < payoutSats
    ? "It waits for blocks: the coins that will pay it are still too young."
    : "It would take more small coins than one payment may be made of. It waits for larger ones; a smaller withdrawal goes at once.";
}

/** Rolls the reservation back. */
class CancelledMeanwhile extends Error {}

async function writePayment(
  tx: DatabaseTransaction,
  { account, clock }: Parts,
  withdrawal: WithdrawalRow,
  choice: Choice<CoinRow>,
): Promise<string> {
  const change: { index: number; amountSats: bigint }[] = [];
  for (const amountSats of choice.changeSats) {
    const index = await nextIndex(tx, CHANGE);
    await insertAddress(tx, account.derive(CHANGE, index), {
      purpose: "change",
      now: clock.now(),
    });
    change.push({ index, amountSats });
  }
  const { scriptHex } = withdrawal;
  return buildPsbt(account, {
    coins: choice.coins,
    payoutSats: payoutSatsOf(withdrawal),
    scriptHex,
    change,
  });
}
