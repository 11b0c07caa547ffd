/** Draws the candles around a trade with entry, exit, stop loss and take profit. */
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { ChartText } from "../../../ui/charts/labels.tsx";
import { Plot } from "../../../ui/charts/Plot.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { dateText, isoDateText, momentText } from "../../../ui/time/time-text.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { useReplay } from "../source/use-replay.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { savePicture } from "./save-picture.ts";
import { journalTexts as texts } from "./strings.ts";
import { placeAt, windowOf } from "./trade-window.ts";

const WIDE = { width: 560, height: 280, right: 480, top: 28, bottom: 240 } as const;
const NARROW = { width: 360, height: 260, right: 288, top: 28, bottom: 220 } as const;
const LABEL_PX = 13;

type Candle = ApiAnswer<"listCandles">["candles"][number];
type Trade = NonNullable<JournalEntry["trade"]>;

export function TradeChart({ entry, trade }: { entry: JournalEntry; trade: Trade }) {
  const source = useDeskSource();
  const replay = useReplay(source.replayId);
  const [openedMs] = useState(() => Date.now());
  const nowMs = source.replayId === undefined ? openedMs : timeOf(replay.data?.replay.time);
  const view = windowOf({
    openedMs: Date.parse(trade.openedAt),
    closedMs: trade.closedAt === null ? undefined : Date.parse(trade.closedAt),
    nowMs: nowMs ?? Date.parse(trade.closedAt ?? trade.openedAt),
  });
  const { granularity, count, to } = view;
  const candles = useQuery({
    queryKey: ["listCandles", "journal", source.replayId, entry.id, granularity, trade.closedAt],
    queryFn: async () => {
      const query = { instrument: entry.instrument, granularity, count, to };
      return (await source.call("listCandles", { query })).candles;
    },
    enabled: nowMs !== undefined,
    // Only a chart that reaches its last candle never changes.
    staleTime: view.isWhole ? Number.POSITIVE_INFINITY : 0,
  });
  return (
    <Loaded query={candles} lines={6} still={texts.still}>
      {(items) => <Drawn entry={entry} trade={trade} candles={items} granularity={granularity} />}
    </Loaded>
  );
}

function timeOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

function Drawn(props: {
  entry: JournalEntry;
  trade: Trade;
  candles: readonly Candle[];
  granularity: string;
}) {
  const { entry, trade, candles, granularity } = props;
  const figure = useRef<HTMLElement>(null);
  if (candles.length === 0) return <p className="text-sm text-fg-2">{texts.chartNone}</p>;
  const pair = pairName(entry.instrument);
  const save = () => {
    const svg = figure.current?.querySelector("svg");
    if (!svg) return;
    const name = texts.picture(entry.instrument, isoDateText(new Date(trade.openedAt)));
    savePicture(svg, name).catch(() =>
      toast({
        title: texts.pictureFailedTitle,
        description: texts.pictureFailed,
        variant: "destructive",
      }),
    );
  };
  return (
    <figure ref={figure} className="grid gap-2">
      <Candles {...props} pair={pair} />
      <figcaption className="flex flex-wrap items-center justify-between gap-3 text-xs text-fg-2">
        {texts.chartNote(granularity)}
        <Button size="small" variant="quiet" onClick={save}>
          <Download className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.savePicture}
        </Button>
      </figcaption>
    </figure>
  );
}

interface Line {
  readonly label: string;
  readonly price: string;
  readonly look: "accent" | "strong" | "down" | "up";
  readonly className: string;
}

function linesOf({ stopLoss, takeProfit }: JournalEntry, trade: Trade): readonly Line[] {
  const all: readonly (Omit<Line, "price"> & { readonly price: string | null })[] = [
    { label: texts.entry, price: trade.price, look: "accent", className: "stroke-accent-line" },
    { label: texts.exit, price: trade.closePrice, look: "strong", className: "stroke-fg" },
    { label: texts.stop, price: stopLoss, look: "down", className: "stroke-down" },
    { label: texts.target, price: takeProfit, look: "up", className: "stroke-up" },
  ];
  return all.filter((line): line is Line => line.price !== null);
}

function Candles(props: {
  entry: JournalEntry;
  trade: Trade;
  candles: readonly Candle[];
  granularity: string;
  pair: string;
}) {
  const { entry, trade, candles, granularity, pair } = props;
  const bars = candles.map(({ mid }) => ({
    open: Number(mid?.o),
    high: Number(mid?.h),
    low: Number(mid?.l),
    close: Number(mid?.c),
  }));
  const lines = linesOf(entry, trade);
  const prices = [
    ...bars.flatMap(({ high, low }) => [high, low]),
    ...lines.map(({ price }) => Number(price)),
  ];
  const times = candles.map(({ time }) => time);
  return (
    <Plot
      summary={texts.chartSummary(
        pair,
        granularity,
        withMarks(trade.price),
        trade.closePrice === null ? texts.none : withMarks(trade.closePrice),
      )}
      wide={WIDE}
      narrow={NARROW}
      x={[-1, bars.length]}
      y={[Math.min(...prices), Math.max(...prices)]}
    >
      {({ size, isNarrow, x, y }) => {
        const width = Math.max(1, (size.right / (bars.length + 1)) * 0.64);
        const labels = placedLabels(lines, y, size);
        return (
          <>
            <ChartText
              x={0}
              y={14}
              look="strong"
              text={`${pair} ${granularity}, ${dateText(new Date(trade.openedAt))}`}
            />
            <ChartText x={size.width} y={14} anchor="end" text={texts.practice} />
            {bars.map((bar, place) => (
              <g
                key={times[place]}
                className={bar.close >= bar.open ? "fill-up stroke-up" : "fill-down stroke-down"}
              >
                <path d={`M${x(place)} ${y(bar.high)}V${y(bar.low)}`} />
                <rect
                  x={x(place) - width / 2}
                  y={y(Math.max(bar.open, bar.close))}
                  width={width}
                  height={Math.max(1, Math.abs(y(bar.open) - y(bar.close)))}
                  strokeWidth={0}
                />
              </g>
            ))}
            {lines.map(({ label, price, className }) => (
              <path
                key={label}
                d={`M0 ${y(Number(price))}H${size.right}`}
                className={className}
                strokeDasharray="4 4"
              />
            ))}
            {labels.map(({ label, price, look, at }) => (
              <ChartText
                key={label}
                x={size.right + 4}
                y={at}
                look={look}
                text={withMarks(price)}
              />
            ))}
            <Mark x={x(placeAt(times, trade.openedAt))} y={y(Number(trade.price))} isEntry />
            {trade.closedAt === null || trade.closePrice === null ? null : (
              <Mark x={x(placeAt(times, trade.closedAt))} y={y(Number(trade.closePrice))} />
            )}
            <ChartText x={0} y={size.height - 22} text={timeText(times[0])} />
            {isNarrow ? null : (
              <ChartText
                x={size.right}
                y={size.height - 22}
                anchor="end"
                text={timeText(times.at(-1))}
              />
            )}
            <Legend lines={lines} y={size.height - 4} />
          </>
        );
      }}
    </Plot>
  );
}

function timeText(time: string | undefined): string {
  return time === undefined ? "" : momentText(new Date(time));
}

function Mark({ x, y, isEntry = false }: { x: number; y: number; isEntry?: boolean }) {
  return (
    <circle
      cx={x}
      cy={y}
      r={5}
      strokeWidth={2}
      className={isEntry ? "fill-accent-line stroke-surface" : "fill-fg stroke-surface"}
    />
  );
}

function Legend({ lines, y }: { lines: readonly Line[]; y: number }) {
  return lines.map(({ label, look }, place) => (
    <ChartText key={label} x={place * 88} y={y} look={look} text={label} />
  ));
}

/** Returns the labels from top to bottom, moved apart so that they do not overlap. */
function placedLabels(
  lines: readonly Line[],
  y: (value: number) => number,
  { bottom }: { readonly bottom: number },
) {
  let free = 0;
  const placed = lines
    .map((line) => ({ ...line, at: y(Number(line.price)) + 4 }))
    .toSorted((a, b) => a.at - b.at)
    .map((line) => {
      const at = Math.max(line.at, free);
      free = at + LABEL_PX;
      return { ...line, at };
    });
  const over = Math.max(0, free - LABEL_PX - bottom);
  return placed.map((line) => ({ ...line, at: line.at - over }));
}
