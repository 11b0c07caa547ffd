/** Reads the season that a request asks for. */
import type { Queryable } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";
import { seasonRange } from "../book/seasons-table.ts";

/**
 * Returns the range of "current", "all" or a season's number. Replays have no seasons and therefore
 * no name. Throws `season_unknown` if the account has no such season.
 */
export async function readSeason(
  queryable: Queryable,
  userId: string,
  name: string | undefined,
): Promise<SeasonRange> {
  if (name === undefined || name === "all") return ALL_SEASONS;
  const range = await seasonRange(queryable, userId, name === "current" ? name : Number(name));
  if (!range) throw forexRefusals.season_unknown();
  return range;
}
