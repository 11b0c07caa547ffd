/**
 * Takes the price of a purchase from the user's available coins; the ledger itself decides whether
 * there are enough.
 */
import {
  houseAccount,
  postRunAtCommit,
  userAccount,
  type Transfer,
  type TransferCode,
} from "#ledger";
import type { DatabaseTransaction, RunMode } from "#platform";
import { miningRefusals } from "../terms/refusals.ts";

export interface Charge {
  readonly transferId: string;
  readonly userId: string;
  readonly sats: bigint;
  readonly code: Extract<TransferCode, "contract_purchase" | "boost_purchase">;
  /** Id of what was bought. */
  readonly cause: string;
  /** As the refusal names it. */
  readonly what: string;
}

/** Moves the money with the commit, which then throws `insufficient_funds`. */
export function chargeAtCommit(
  tx: DatabaseTransaction,
  mode: RunMode,
  charges: readonly Charge[],
): void {
  const events = charges.map((charge) => [transferOf(charge)]);
  const what = charges.map((charge) => charge.what).join(", ");
  postRunAtCommit(tx, mode, events, (refusal) =>
    refusal.has("insufficient") ? miningRefusals.insufficient_funds({ what }) : refusal,
  );
}

function transferOf({ transferId, userId, sats, code, cause }: Charge): Transfer {
  return {
    id: transferId,
    debit: userAccount(userId, "available", "BTC"),
    credit: houseAccount("mining", "BTC"),
    amount: sats,
    code,
    cause,
  };
}
