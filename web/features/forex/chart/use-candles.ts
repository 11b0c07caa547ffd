/**
 * Loads an instrument's candles. The newest page loads first, and older pages load when they come
 * into view. The last few candles are refetched every minute, because the live price may have
 * missed ticks. All candles since the page was opened are kept without gaps.
 */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Granularity } from "#market";
import { useDeskSource } from "../source/desk-source.ts";
import { REPLAYED_EVERY_MS } from "../source/use-replay.ts";
import type { Candle } from "./bars.ts";

const PAGE = 500;
const NEWEST = 30;
const NEWEST_EVERY_MS = 60_000;

export function useCandles(instrument: string, granularity: Granularity) {
  const { routeOf, replayId, call } = useDeskSource();
  const key = [routeOf("listCandles"), "chart", replayId, instrument, granularity] as const;
  const load = async (count: number, to?: string) => {
    const query = { instrument, granularity, count, ...(to === undefined ? {} : { to }) };
    return (await call("listCandles", { query })).candles;
  };
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => load(PAGE, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page[0]?.time),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: NEWEST_EVERY_MS,
  });
  const queryClient = useQueryClient();
  const newestKey = [...key, "newest"];
  const loadSince = async (): Promise<readonly Candle[]> => {
    const newestState = queryClient.getQueryState<readonly Candle[]>(newestKey);
    // The newer candles are needed only if they were loaded after the pages.
    const isSince = newestState !== undefined && newestState.dataUpdatedAt >= pages.dataUpdatedAt;
    const since = (isSince ? newestState.data : undefined) ?? [];
    const last = (since.at(-1) ?? pages.data?.pages[0]?.at(-1))?.time;
    const few = await load(NEWEST);
    const some = isBeyond(few, last) ? await load(PAGE) : few;
    if (!isBeyond(some, last)) return mergeCandles([...since, ...some]);
    await pages.refetch();
    return [];
  };
  const newest = useQuery({
    queryKey: newestKey,
    queryFn: loadSince,
    refetchInterval: replayId === undefined ? NEWEST_EVERY_MS : REPLAYED_EVERY_MS,
    enabled: pages.isSuccess,
    gcTime: NEWEST_EVERY_MS,
  });
  const { data } = pages;
  const candles = useMemo(
    () =>
      data ? mergeCandles([...data.pages.toReversed().flat(), ...(newest.data ?? [])]) : undefined,
    [data, newest.data],
  );
  return { pages, candles };
}

/** Returns true if candles may be missing between `last` and the first of the given candles. */
function isBeyond([first]: readonly Candle[], last: string | undefined): boolean {
  return first !== undefined && last !== undefined && first.time > last;
}

/**
 * Merges candles by time, oldest first. Of two candles with the same time, the later one in the
 * list is used.
 */
function mergeCandles(candles: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(candles.map((candle) => [candle.time, candle]));
  return [...byTime.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1));
}
