/**
 * Days and events of a user's money are counted before they are read: what is new since the last
 * time, in pieces, so that no statement works through a whole history.
 */
import { defineRefusals, Uncounted, type Queryable } from "#platform";

/** What is left after that time waits for the next reading: nobody waits for millions. */
const IN_ONE_READING = { msMax: 5_000, transfersAPiece: 20_000 };

const refuse = defineRefusals({
  history_being_counted: {
    status: 503,
    title: "Your history is being counted",
    text: "It is long and was not looked at for a while. What is counted is kept; try again in a moment.",
  },
});

/** Throws 503 `history_being_counted` when that takes too long for one reading. */
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
 * Outside of a transaction each piece is kept, so that a long history is counted in several calls.
 * A standby cannot count: what is counted there already is read.
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
