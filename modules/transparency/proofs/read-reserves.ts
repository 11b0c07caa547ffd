/**
 * Reads the wallet's coins in the snapshot of a proof of liabilities: every unspent output, and
 * each transaction that the ledger records earlier or later than the chain.
 */
import type { DatabaseTransaction } from "#platform";
import {
  coinsAndBooks,
  listReserveLines,
  listReserveOutputs,
  type ReserveLine,
  type ReserveOutput,
} from "#wallet";
import type { Reserves } from "./reserves-table.ts";

export interface ReservesSnapshot {
  readonly sums: Omit<Reserves, "site" | "network">;
  readonly outputs: readonly ReserveOutput[];
  readonly lines: readonly ReserveLine[];
}

/** Throws if the outputs and lines do not add up to the sums that the ledger is compared with. */
export async function readReserves(tx: DatabaseTransaction): Promise<ReservesSnapshot> {
  const coins = await coinsAndBooks(tx);
  const outputs = await listReserveOutputs(tx);
  const lines = await listReserveLines(tx);
  const sumOf = (some: readonly { readonly sats: bigint }[]) =>
    some.reduce((sum, { sats }) => sum + sats, 0n);
  const hot = outputs.filter(({ kind }) => kind === "hot");
  const isEqual =
    sumOf(hot) === coins.hotSats &&
    sumOf(outputs) === coins.hotSats + coins.coldSats &&
    (["inFlight", "outOfChain", "uncredited"] as const).every(
      (term) => sumOf(lines.filter((line) => line.term === term)) === coins[`${term}Sats`],
    );
  if (!isEqual) throw new Error("the outputs of the wallet do not add up to its coins");
  const hotScripts = new Set(hot.map(({ scriptHex }) => scriptHex)).size;
  return { sums: { ...coins, outputs: outputs.length, hotScripts }, outputs, lines };
}
