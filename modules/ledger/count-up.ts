/**
 * Updates a user's stored daily sums and events before they are read. Counts only new transfers, in
 * batches, so that no SQL statement reads a whole history.
 */
import { defineRefusals, Uncounted, type Queryable } from "#platform";

/**
 * Limits per request. Later requests count the remaining transfers, so that no request waits for
 * millions of them.
 */
const IN_ONE_READING = { msMax: 5_000, transfersAPiece: 20_000 };

const refuse = defineRefusals({
  history_being_counted: {
    status: 503,
    title: "Your history is being counted",
    text: "Your history is long and has not been opened for a while. Counting continues; try again in a moment.",
  },
});

/**
 * Counts a user's new transfers. Throws 503 `history_being_counted` if counting takes too long for
 * one request.
 */
export async function countUp(
  queryable: Queryable,
  what: "days" | "events",
  userId: string,
  { msMax, transfersAPiece } = IN_ONE_READING,
): Promise<void> {
  const begunAtMs = performance.now();
  for (;;) {
    const [row] = await queryable.query<{ left: bigint }>(
      `select ledger_count_${what}($1, ${transfersAPiece}) as left`,
      [userId],
    );
    if (row === undefined || row.left === 0n) return;
    if (performance.now() - begunAtMs > msMax) throw refuse.history_being_counted();
  }
}

/**
 * Counts a user's new events. Call this outside a transaction, so that each batch is committed and
 * several calls can together count a long history. A standby cannot count; there, Uncounted is
 * thrown if the user has new transfers.
 */
export async function countEvents(queryable: Queryable, userId: string): Promise<void> {
  if (!queryable.isStandby) {
    await countUp(queryable, "events", userId);
    return;
  }
  const moved = await queryable.query(
    `select from ledger_accounts a left join ledger_events_counted c on c.account = a.id
     where a.user_id = $1 and a.version > coalesce(c.version, 0) fetch first row only`,
    [userId],
  );
  if (moved.length > 0) throw new Uncounted();
}
