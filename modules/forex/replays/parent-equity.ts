/** Compares a branch with its parent: the parent's equity at the branch's current time. */
import type { Queryable } from "#platform";
import { findAccount } from "../book/accounts-table.ts";
import { openResultCents } from "../marks/mark-equity.ts";
import { openTradesAt } from "../marks/equity-marks-table.ts";
import type { OpenReplay } from "./open-replay.ts";
import { findReplay } from "./replays-table.ts";

/**
 * Maximum number of the parent's events. A page reads the comparison with each poll, and the
 * comparison reads all later fills of the parent.
 */
const EVENTS_MAX = 10_000;

/** Returns the parent, or null if the replay is no branch. */
export async function parentOf({ row, desk, market }: Pick<OpenReplay, "row" | "desk" | "market">) {
  const { userId, branchOf } = row;
  if (branchOf === null) return null;
  const { database } = desk;
  const parent = await findReplay(database, { userId, id: branchOf });
  if (!parent) throw new Error(`the parent of replay ${row.id} disappeared`);
  const { id, title, instrument, startCents, clockAt } = parent;
  const now = desk.clock.now();
  const account = await findAccount(database, id);
  const isCompared = (account?.lastTransaction ?? 0) <= EVENTS_MAX;
  // The parent has no equity at a time that it has not reached.
  if (!isCompared || clockAt < now) return { id, title, instrument, isCompared, navCents: null };
  const [trades, quotes, balanceCents = startCents] = await Promise.all([
    openTradesAt(database, [id], now),
    market.valuedAt(now.getTime()),
    balanceAt(database, id, now),
  ]);
  const navCents = balanceCents + openResultCents(trades, quotes);
  return { id, title, instrument, isCompared, navCents };
}

async function balanceAt(
  queryable: Queryable,
  accountId: string,
  at: Date,
): Promise<bigint | undefined> {
  const [row] = await queryable.query<{ cents: bigint }>(
    `select balance_cents as cents from forex_transactions
     where user_id = $1 and at <= $2 order by id desc limit 1`,
    [accountId, at],
  );
  return row?.cents;
}
