/** Loads daily candles for pivot points, only if the chart shows pivot points. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDeskSource } from "../../source/desk-source.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { pivotSpans, type PivotSpan } from "../indicators/pivots.ts";

/** A year of trading days. */
const DAYS = 260;
const REFETCH_MS = 600_000;
const REFETCH_MS_IN_REPLAY = 15_000;

export interface ShownPivots {
  readonly indicator: Indicator;
  readonly spans: readonly PivotSpan[];
}

const NONE: readonly ShownPivots[] = [];

export function usePivots(
  instrument: string,
  indicators: readonly Indicator[],
): readonly ShownPivots[] {
  const source = useDeskSource();
  const isShown = indicators.some(({ kind }) => kind === "pivots");
  const { data } = useQuery({
    ...source.query("listCandles", { query: { instrument, granularity: "D", count: DAYS } }),
    enabled: isShown,
    refetchInterval: source.replayId === undefined ? REFETCH_MS : REFETCH_MS_IN_REPLAY,
  });
  return useMemo(() => {
    if (!isShown || !data) return NONE;
    const days = data.candles.flatMap(({ time, mid }) =>
      mid
        ? {
            timeMs: Date.parse(time),
            high: Number(mid.h),
            low: Number(mid.l),
            close: Number(mid.c),
          }
        : [],
    );
    return indicators
      .filter(({ kind }) => kind === "pivots")
      .map((indicator) => ({ indicator, spans: pivotSpans(days, indicator.period) }));
  }, [data, indicators, isShown]);
}
