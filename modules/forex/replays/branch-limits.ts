/** Limits on the branches that a user starts. */
import type { DatabaseTransaction } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import { countBranchesSince } from "./replays-table.ts";
import { assertMayRunMore } from "./start-replay.ts";

const BRANCHES_MAX = 50;
const DAY_MS = 86_400_000;

/**
 * Throws `too_many_replays` or `too_many_branches`. Blocks other starts until the transaction ends.
 */
export async function assertMayBranch(
  tx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<void> {
  await assertMayRunMore(tx, userId);
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countBranchesSince(tx, userId, since)) >= BRANCHES_MAX)
    throw forexRefusals.too_many_branches({ max: String(BRANCHES_MAX) });
}
