/**
 * What covers all that was sold stays where it can pay it: of the treasury only the rest may be
 * moved by administrators.
 */
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { DatabaseTransaction } from "#platform";
import { claimSpareSats, spareTreasurySats, type Treasury } from "#treasury";
import { adminRefusals } from "../office/refusals.ts";

/**
 * Throws `pay_uncovered`; more than the whole treasury is left for the ledger to refuse. To be
 * asked before the audit entry is written: every transaction takes the two locks in this order.
 */
export async function requireSpareSats(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { amountSats, now }: { readonly amountSats: bigint; readonly now: Date },
): Promise<void> {
  const wanted = { now, wantedSats: amountSats };
  if ((await claimSpareSats(tx, treasury, wanted)) === amountSats) return;
  if (amountSats > (await accountBalance(tx, houseAccount("treasury", "BTC")))) return;
  const spareSats = await spareTreasurySats(tx, treasury, wanted);
  throw adminRefusals.pay_uncovered({
    spare: formatAmount(spareSats, BTC_DECIMALS),
    asked: formatAmount(amountSats, BTC_DECIMALS),
  });
}
