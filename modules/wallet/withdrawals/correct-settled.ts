/**
 * Corrects the ledger for a settled payment that is permanently in the chain again after a deep
 * reorg. If a different version was mined than the one posted, the miner received a different fee.
 * The owner then pays for the fee bumps up to the mined version and is refunded all later ones. The
 * platform bears the remaining difference, or all of it if the owner was deleted.
 */
import { houseAccount, outsideAccount, type Transfer } from "#ledger";
import { derivedUuid, newUuid, type DatabaseTransaction } from "#platform";
import { recount } from "#treasury";
import { isGone } from "#users";
import { clawBack, ownAccount } from "../books/claw-back.ts";
import { feeShortageLegs } from "../books/fee-shortage.ts";
import { countFeeBumps } from "./end-fee-bumps.ts";
import { settledFeeSatsOf, requireSigned } from "./return-conflicted.ts";
import type { WithdrawalRow } from "./withdrawals-table.ts";

const CHAIN = outsideAccount("chain");
const FEES = houseAccount("fees", "BTC");

/**
 * Returns the correcting legs, with new ids on each call. `withdrawal` is the row before the
 * payment was completed again.
 */
export async function correctSettled(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  now: Date,
): Promise<Transfer[]> {
  const { id, userId } = withdrawal;
  const counted = await countFeeBumps(tx, withdrawal);
  const moreSats = requireSigned(withdrawal).minerFeeSats - settledFeeSatsOf(withdrawal);
  if (moreSats === 0n) return [];
  await recount(tx);
  const round = newUuid(now);
  const ofOwner = (await isGone(tx, userId)) ? { toPaySats: 0n, toGetSats: 0n } : counted;
  const { toPaySats, toGetSats } = ofOwner;
  const paid = { id, round, userId, amountSats: toPaySats, cause: id, to: FEES } as const;
  const neededSats = moreSats + toGetSats - toPaySats;
  const leg = { cause: id, code: "withdrawal_network_fee", amount: abs(moreSats) } as const;
  const [from, to] = moreSats > 0n ? [FEES, CHAIN] : [CHAIN, FEES];
  const legs: Transfer[] = [
    ...(await feeShortageLegs(tx, { id, neededSats, what: round })),
    ...(await clawBack(tx, [{ ...paid, code: "withdrawal_fee" }])),
    { ...leg, id: derivedUuid(id, "other-miner", round), debit: from, credit: to },
  ];
  if (toGetSats > 0n)
    legs.push({
      id: derivedUuid(id, "bumps", round),
      debit: FEES,
      credit: ownAccount(userId),
      amount: toGetSats,
      code: "withdrawal_void",
      cause: id,
    });
  return legs;
}

function abs(amountSats: bigint): bigint {
  return amountSats < 0n ? -amountSats : amountSats;
}
