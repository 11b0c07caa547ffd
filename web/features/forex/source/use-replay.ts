/** Loads the state of a replay. Refetches it often while the replay is running. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type ReplayStanding = ApiAnswer<"getReplay">;

const RUNNING_MS = 500;
const STANDING_MS = 15_000;
/**
 * Refetch interval of a replay's candles. Live updates are not sufficient, because one update may
 * skip many ticks and candles.
 */
export const REPLAYED_EVERY_MS = 3_000;

/** Returns the query, which is disabled if `replayId` is undefined. */
export function useReplay(replayId: string | undefined) {
  return useQuery({
    ...apiQuery("getReplay", { params: { replayId: replayId ?? "" } }),
    enabled: replayId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data && isRunning(data.replay) ? RUNNING_MS : STANDING_MS,
  });
}

export function isRunning({ pace, jumpTo, endedAt }: ReplayStanding["replay"]): boolean {
  return endedAt === null && (pace > 0 || jumpTo !== null);
}
