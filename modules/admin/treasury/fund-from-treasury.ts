/**
 * Moves house coins from the treasury to a fund. This is the only transfer that a single
 * administrator can make. It never touches a user's account, because only the fund's own rules pay
 * coins out of the fund. Coins that cover sold mining contracts stay available for mining payouts.
 */
import type { Caller } from "#api/route";
import { houseAccount, LedgerRefusal, postAll, accountBalance } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import {
  newId,
  runOnce,
  transferIdOf,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { countAdministratorWrite, requireAuthority, requireStepUp } from "#users";
import { recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { requireSpareSats } from "./require-spare-sats.ts";

export type FundingTarget = "earn-funding" | "mining";

interface Funding {
  readonly target: FundingTarget;
  readonly amountSats: bigint;
  readonly reason: string;
  readonly idempotency: IdempotentRequest;
}

const TREASURY = houseAccount("treasury", "BTC");
const CODES = { "earn-funding": "earn_funding", mining: "treasury_transfer" } as const;

/**
 * Moves the coins. Throws `treasury_short`, `pay_uncovered` or `funding_amount`, and the refusals
 * common to all administrator changes.
 */
export async function fundFromTreasury(
  deps: AdminDeps,
  caller: Caller,
  { target, amountSats, reason, idempotency }: Funding,
) {
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  return runOnce(deps.database, idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    if (amountSats <= 0n) throw adminRefusals.funding_amount();
    // Mining is paid from its own account and from the treasury, so its cover includes both. By
    // contrast, coins never return from the fund that pays interest, so only spare coins may move
    // there.
    if (target === "earn-funding") await requireSpareSats(tx, deps.treasury, { amountSats, now });
    const id = newId("fnd", now);
    const transferId = transferIdOf(idempotency, "funding");
    await recordAudit(tx, {
      at: now,
      actor: caller.userId,
      action: "treasury.fund",
      target: null,
      reason,
      before: {},
      after: { fund: target, amountSats: Number(amountSats), transfer: transferId },
    });
    await move(tx, { id: transferId, target, amountSats, cause: id });
    return { id, target, amountSats };
  });
}

async function move(
  tx: DatabaseTransaction,
  funding: { id: string; target: FundingTarget; amountSats: bigint; cause: string },
): Promise<void> {
  const { id, target, amountSats, cause } = funding;
  const credit = houseAccount(target, "BTC");
  try {
    await postAll(tx, [
      { id, debit: TREASURY, credit, amount: amountSats, code: CODES[target], cause },
    ]);
  } catch (error) {
    if (!(error instanceof LedgerRefusal && error.has("insufficient"))) throw error;
    const has = formatAmount(await accountBalance(tx, TREASURY), BTC_DECIMALS);
    throw adminRefusals.treasury_short({ has, asked: formatAmount(amountSats, BTC_DECIMALS) });
  }
}
