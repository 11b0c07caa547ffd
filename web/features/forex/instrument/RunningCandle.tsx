/**
 * Shows open, high, low and close of the current candle, which live prices keep up to date after
 * loading.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { priceText } from "#market";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { knownInstrument } from "../quotes/price-text.ts";
import { startOf } from "../chart/bars.ts";
import { readScaled } from "../quotes/live-quote.ts";
import { useQuote } from "../quotes/use-quotes.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { REPLAYED_EVERY_MS } from "../source/use-replay.ts";
import type { Timeframe } from "../view/forex-search.ts";
import { instrumentTexts as texts } from "./strings.ts";

const REFETCH_MS = 5_000;

export function RunningCandle(props: { instrument: string; timeframe: Timeframe }) {
  const { instrument, timeframe } = props;
  const source = useDeskSource();
  const { data } = useQuery({
    ...source.query("listCandles", { query: { instrument, granularity: timeframe, count: 1 } }),
    refetchInterval: source.replayId === undefined ? REFETCH_MS : REPLAYED_EVERY_MS,
  });
  const quote = useQuote(instrument);
  const mid = quote && Math.floor((quote.bid + quote.ask) / 2);
  const candle = data?.candles.at(-1);
  const prices = candle?.mid;
  const read = (text: string | undefined) =>
    text === undefined ? undefined : readScaled(text, instrument);
  const startMs = quote && startOf(quote.timeMs, timeframe);
  const isOver = candle !== undefined && startMs !== undefined && startMs > Date.parse(candle.time);
  const begun = useBegun(`${instrument} ${timeframe} ${startMs}`, isOver ? mid : undefined);
  const high = begun ? begun.high : read(prices?.h);
  const low = begun ? begun.low : read(prices?.l);
  const parts: readonly (readonly [string, number | undefined])[] = [
    ["O", begun ? begun.open : read(prices?.o)],
    ["H", high === undefined ? undefined : Math.max(high, mid ?? high)],
    ["L", low === undefined ? undefined : Math.min(low, mid ?? low)],
    ["C", prices === undefined ? undefined : (mid ?? read(prices.c))],
  ];
  const details = knownInstrument(instrument);
  return (
    <p className="mono flex flex-wrap gap-x-3 text-xs text-fg-2">
      {parts.map(([name, price]) => (
        <span key={name} className="min-w-[9ch]">
          {name} {price === undefined ? "–" : withMarks(priceText(price - (price % 10), details))}
        </span>
      ))}
      <span className="text-fg-3">{texts.candle(texts.names[timeframe])}</span>
    </p>
  );
}

interface Begun {
  readonly candle: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/**
 * Builds a candle from live prices after the loaded candle has ended. Returns undefined while the
 * loaded candle is current.
 */
function useBegun(candle: string, mid: number | undefined): Begun | undefined {
  const [begun, setBegun] = useState<Begun>();
  if (mid === undefined) return undefined;
  const before = begun?.candle === candle ? begun : { candle, open: mid, high: mid, low: mid };
  const [high, low] = [Math.max(before.high, mid), Math.min(before.low, mid)];
  const isKept = begun === before && high === before.high && low === before.low;
  const now = isKept ? begun : { ...before, high, low };
  if (!isKept) setBegun(now);
  return now;
}
