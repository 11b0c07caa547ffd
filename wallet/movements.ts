/**
 * What the public strip and the block producer ask: movements on the chain without owners, and
 * whether a block is wanted.
 */
import type { Queryable } from "#platform";
import { confirmationsAt } from "./chain/chain-rules.ts";
import { readCursor } from "./chain/chain-table.ts";
import {
  hasPendingDeposit,
  listDepositMovements,
  sumDepositsSince,
} from "./deposits/deposits-table.ts";
import { isAnyUnderWay } from "./self-transfers/self-transfer-queues.ts";
import {
  hasOpenWithdrawal,
  listWithdrawalMovements,
  sumPaymentsSince,
} from "./withdrawals/withdrawal-figures.ts";

export interface ChainMovement {
  readonly at: Date;
  readonly kind: "deposit" | "withdrawal" | "faucet";
  readonly txid: string;
  readonly confirmations: number;
  readonly amountSats: bigint;
}

/** Newest first. */
export async function recentChainMovements(
  queryable: Queryable,
  limit: number,
): Promise<ChainMovement[]> {
  const cursor = await readCursor(queryable);
  const deposits = await listDepositMovements(queryable, limit);
  const payments = await listWithdrawalMovements(queryable, limit);
  const movements = [
    ...deposits.map((row) => ({ ...row, kind: "deposit" as const })),
    ...payments.map(({ purpose, ...row }) => ({
      ...row,
      kind: purpose === "user" ? ("withdrawal" as const) : ("faucet" as const),
    })),
  ];
  return movements
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
    .map(({ height, ...movement }) => ({
      ...movement,
      confirmations: confirmationsAt(cursor?.height ?? 0, height),
    }));
}

/**
 * Satoshis that came to people or left for them on the chain since then. `uncounted`: SQL of the
 * ids of those whose do not count, such as who only tries.
 */
export async function movedSatsSince(
  queryable: Queryable,
  since: Date,
  uncounted: string,
): Promise<bigint> {
  const [came, left] = [
    await sumDepositsSince(queryable, since, uncounted),
    await sumPaymentsSince(queryable, since, uncounted),
  ];
  return came + left;
}

/** Whether some transaction of ours waits for a block: regtest then makes them faster. */
export async function hasUnconfirmed(queryable: Queryable): Promise<boolean> {
  return (
    (await hasPendingDeposit(queryable)) ||
    (await hasOpenWithdrawal(queryable)) ||
    (await isAnyUnderWay(queryable))
  );
}
