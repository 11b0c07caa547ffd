/** Converts a deposit to the form that its owner sees. Pure. */
import { formatAddress, type Network } from "#bitcoin";
import { confirmationsAt, confirmationsRequired } from "../chain/chain-rules.ts";
import type { DepositRow } from "./deposits-table.ts";

export interface Seen {
  readonly tipHeight: number;
  readonly network: Network;
  /** Scripts of the owner's verified addresses. */
  readonly verified: ReadonlySet<string>;
}

export function presentDeposit(row: DepositRow, { tipHeight, network, verified }: Seen) {
  const { id, txid, vout, address, amountSats, height, seenAt, creditedAt, senderScriptHex } = row;
  return {
    id,
    txid,
    vout,
    address,
    amountSats,
    state: depositStateOf(row),
    confirmations: confirmationsAt(tipHeight, height),
    confirmationsRequired: confirmationsRequired(row),
    isFromFaucet: row.withdrawalId?.startsWith("fct_") ?? false,
    senderAddress:
      senderScriptHex === null ? null : (formatAddress(network, senderScriptHex) ?? null),
    isSenderVerified: senderScriptHex !== null && verified.has(senderScriptHex),
    blockHeight: height,
    seenAt,
    creditedAt,
  };
}

type DepositState = "in_mempool" | "confirming" | "credited" | "dropped" | "reversed";

/**
 * Returns the state. `reversed` means that the deposit was credited, and then its block was removed
 * and the credit reversed.
 */
function depositStateOf(
  deposit: Pick<DepositRow, "creditedAt" | "height" | "inMempool" | "reversals">,
): DepositState {
  if (deposit.creditedAt !== null) return "credited";
  if (deposit.height !== null) return "confirming";
  if (deposit.inMempool) return "in_mempool";
  return deposit.reversals > 0 ? "reversed" : "dropped";
}
