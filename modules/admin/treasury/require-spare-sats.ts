/**
 * Protects the cover of sold products: administrators can move only those treasury coins that
 * exceed the cover.
 */
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { DatabaseTransaction } from "#platform";
import { claimSpareSats, spareTreasurySats, type Treasury } from "#treasury";
import { adminRefusals } from "../office/refusals.ts";

/**
 * Throws `pay_uncovered` if the amount exceeds the spare coins. Ignores an amount that exceeds the
 * whole treasury, because the ledger refuses it. Call this function before writing the audit entry,
 * so that all transactions acquire both locks in the same order.
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
