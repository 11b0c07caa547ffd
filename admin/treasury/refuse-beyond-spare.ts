/**
 * What covers sold mining and the promise to buy machines back stays where it can pay it: of the treasury only the rest may be
 * moved by administrators.
 */
import { accountBalance, houseAccount } from "#ledger";
import { claimSpareTreasurySats } from "#mining";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { DatabaseTransaction } from "#platform";
import { buyBackPromises } from "#shop";
import { adminRefusals } from "../refusals.ts";

/**
 * Throws `pay_uncovered`; more than the whole treasury is left for the ledger to refuse. To be asked before the audit entry is
 * written: every transaction takes the two locks in this order.
 */
export async function refuseBeyondSpare(
  tx: DatabaseTransaction,
  amountSats: bigint,
  now: Date,
): Promise<void> {
  const wanted = { now, wantedSats: amountSats, onDemand: buyBackPromises };
  const spareSats = await claimSpareTreasurySats(tx, wanted);
  if (amountSats <= spareSats) return;
  if (amountSats > (await accountBalance(tx, houseAccount("treasury", "BTC")))) return;
  throw adminRefusals.pay_uncovered({
    spare: formatAmount(spareSats, BTC_DECIMALS),
    asked: formatAmount(amountSats, BTC_DECIMALS),
  });
}
