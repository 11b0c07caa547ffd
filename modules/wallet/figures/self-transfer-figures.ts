/** Returns the platform's self-transfers and the state of consolidation, for administrators. */
import type { Queryable } from "#platform";
import { confirmationsAt } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import {
  consolidationStatus,
  type ConsolidationStatus,
} from "../self-transfers/consolidation-status.ts";
import { listNewest, type SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import type { FeeRate } from "../terms/fees.ts";

export interface SelfTransferFigures {
  readonly consolidation: ConsolidationStatus;
  readonly items: readonly (Pick<
    SelfTransferRow,
    | "id"
    | "kind"
    | "withdrawalId"
    | "state"
    | "txid"
    | "coins"
    | "amountSats"
    | "minerFeeSats"
    | "virtualSize"
    | "chosenAt"
  > & {
    readonly confirmations: number;
    /** The node's response to the last broadcast. */
    readonly lastAnswer: string | null;
  })[];
}

/** Returns the figures. `rate` is null if the node does not respond. */
export async function selfTransferFigures(
  queryable: Queryable,
  { rate, limit }: { readonly rate: FeeRate | null; readonly limit: number },
): Promise<SelfTransferFigures> {
  const paid = rate && !rate.isTooHigh ? rate.satsPerKvb : undefined;
  const { ready: _ready, ...consolidation } = await consolidationStatus(queryable, paid);
  const rows = await listNewest(queryable, limit);
  const tip = await readCursor(queryable);
  return {
    consolidation,
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      withdrawalId: row.withdrawalId,
      state: row.state,
      txid: row.txid,
      coins: row.coins,
      amountSats: row.amountSats,
      minerFeeSats: row.minerFeeSats,
      virtualSize: row.virtualSize,
      chosenAt: row.chosenAt,
      confirmations: confirmationsAt(tip?.height ?? 0, row.height),
      lastAnswer: row.sendAnswer,
    })),
  };
}
