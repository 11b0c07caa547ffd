/**
 * Figures of this installation for the practice strip and the public page. The hook also works on
 * prerendered pages.
 */
import { useQuery } from "@tanstack/react-query";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { publicQuery } from "../api/public-query.ts";
import { useIsHydrated } from "../api/use-is-hydrated.ts";

const REFETCH_MS = 30_000;

export type PublicStats = ApiAnswer<"getPublicStats">;

/**
 * `stats` is undefined before the first response. `readAt` is the time of the latest response, in
 * milliseconds since 1970.
 */
export function usePublicStats(): {
  stats: PublicStats | undefined;
  readAt: number;
  isError: boolean;
} {
  const { data, dataUpdatedAt, isError } = useQuery({
    ...publicQuery("getPublicStats"),
    refetchInterval: REFETCH_MS,
  });
  const isHydrated = useIsHydrated();
  return {
    stats: isHydrated ? data : undefined,
    readAt: dataUpdatedAt,
    isError: isHydrated && isError,
  };
}
