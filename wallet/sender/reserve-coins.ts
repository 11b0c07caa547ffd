/**
 * approved -> reserved: chooses coins, sets them aside and stores the unsigned payment, in one transaction. Coins that have
 * been ours for long come first; a user's deposit of six confirmations is spent only when nothing else is left, because a
 * deep reorg could take it away under the payment.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { CHANGE } from "../account.ts";
import { insertAddress, nextIndex } from "../addresses-table.ts";
import { COINBASE_CONFIRMATIONS, CONFIRMATIONS } from "../chain-depths.ts";
import { lockCursor } from "../chain-table.ts";
import { lockSpendableCoins, reserveCoin, type CoinAges, type CoinRow } from "../coins-table.ts";
import type { WalletParts } from "../parts.ts";
import { payoutSatsOf } from "../withdrawal-legs.ts";
import { steps } from "../withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals-table.ts";
import { buildPsbt } from "./build-psbt.ts";
import { chooseCoins, type Choice } from "./choose-coins.ts";

const SETTLED: CoinAges = {
  deposit: COINBASE_CONFIRMATIONS,
  change: 1,
  coinbase: COINBASE_CONFIRMATIONS,
};
const FRESH: CoinAges = { ...SETTLED, deposit: CONFIRMATIONS };

type Parts = Pick<WalletParts, "database" | "account" | "clock">;

/** False when no coins suffice now, or the withdrawal was cancelled meanwhile. */
export async function reserveCoins(
  parts: Parts,
  withdrawal: WithdrawalRow,
  feeRateSatsPerKvb: bigint,
): Promise<boolean> {
  const isReserved = await parts.database
    .transaction(async (tx) => {
      const cursor = await lockCursor(tx);
      const payoutSats = payoutSatsOf(withdrawal);
      const payment = { payoutSats, scriptHex: withdrawal.scriptHex, feeRateSatsPerKvb };
      const choice =
        chooseCoins(await lockSpendableCoins(tx, cursor, SETTLED), payment) ??
        chooseCoins(await lockSpendableCoins(tx, cursor, FRESH), payment);
      if (!choice) return false;
      const psbt = await writePayment(tx, parts, withdrawal, choice);
      for (const coin of choice.coins) await reserveCoin(tx, coin, withdrawal.id);
      const change = { psbt, minerFeeSats: choice.minerFeeSats };
      const isMoved = await moveWithdrawal(tx, withdrawal.id, steps.reserve, change);
      if (!isMoved) throw new CancelledMeanwhile();
      failpoint("wallet.reserving");
      return true;
    })
    .catch(falseWhenCancelled);
  failpoint("wallet.reserved");
  return isReserved;
}

/** Rolls the reservation back. */
class CancelledMeanwhile extends Error {}

function falseWhenCancelled(error: unknown): false {
  if (error instanceof CancelledMeanwhile) return false;
  throw error;
}

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
