/**
 * Days and events of a user's money are counted before they are read: what is new since the last
 * time, in pieces, so that no statement works through a whole history.
 */
import { defineRefusals, type Queryable } from "#platform";

/** Transfers of an account. */
const STEPS = 20_000;
/** What is left then waits for the next reading: nobody waits for millions. */
const COUNTING_MS_MAX = 5_000;

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
): Promise<void> {
  const begunAtMs = performance.now();
  for (;;) {
    const [row] = await queryable.query<{ left: bigint }>(
      `select ledger_count_${what}($1, ${STEPS}) as left`,
      [userId],
    );
    if (row === undefined || row.left === 0n) return;
    if (performance.now() - begunAtMs > COUNTING_MS_MAX) throw refuse.history_being_counted();
  }
}
