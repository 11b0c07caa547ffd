/** Charges a purchase to the user's available coins. The ledger checks the balance. */
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
  readonly cause: string;
  /** Name of the purchase for the refusal text. */
  readonly what: string;
}

/** Moves the money at commit. The commit throws `insufficient_funds` if the balance is too low. */
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
