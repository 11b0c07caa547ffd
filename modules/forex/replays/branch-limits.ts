/** Limits on the branches that a user starts. */
import type { DatabaseTransaction } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import { countInheritedMoves, type InheritedPart } from "./copy-account.ts";
import { countBranchesSince } from "./replays-table.ts";
import { assertMayRunMore } from "./start-replay.ts";

const BRANCHES_MAX = 50;
/** Maximum number of events and moves of trailing stops that a user's branches inherit. */
const RECORDS_MAX = 50_000;
const DAY_MS = 86_400_000;

/**
 * Throws `too_many_replays`, `too_many_branches` or, if the inherited part is known,
 * `too_many_branch_records`. Blocks other starts until the transaction ends.
 */
export async function assertMayBranch(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
  part?: InheritedPart,
): Promise<void> {
  await assertMayRunMore(tx, userId);
  const since = new Date(now.getTime() - DAY_MS);
  const { branches, records } = await countBranchesSince(tx, userId, since);
  if (branches >= BRANCHES_MAX)
    throw forexRefusals.too_many_branches({ max: String(BRANCHES_MAX) });
  if (!part) return;
  const free = RECORDS_MAX - records - part.state.lastTransaction;
  if (free < 0 || (await countInheritedMoves(tx, part, free + 1)) > free)
    throw forexRefusals.too_many_branch_records({ max: RECORDS_MAX.toLocaleString("en-US") });
}
