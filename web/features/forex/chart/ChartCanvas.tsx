/**
 * Renders the chart. Loaded, together with its charting library, only when there is data to draw.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { priceText, type Granularity, type Instrument } from "#market";
import { barsOf, boundariesOf, liveBar, sessionStarts, type Bar, type Candle } from "./bars.ts";
import { quotable } from "./axis/quotable.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import type { DrawingDesk } from "./drawings/drawing-desk.ts";
import { handlePixels } from "./drawings/handle-pixels.ts";
import type { DrawnDrawing, Pixels } from "./drawings/drawings-primitive.ts";
import type { UserDrawing } from "./drawings/user-drawing.ts";
import type { Indicator } from "./indicators/indicator.ts";
import type { Moving } from "./LineHandles.tsx";
import {
  lineText,
  type ChartLine,
  type LineDesk,
  type ShownOrder,
  type ShownTrade,
} from "./lines.ts";
import type { ChartPlace } from "./linked-view.ts";
import { marksOf } from "./marks.ts";
import { OwnHandles } from "./OwnHandles.tsx";
import { PlotBox } from "./PlotBox.tsx";
import type { AlertLine } from "./alert-lines/alert-line.ts";
import { usePriceAlerts } from "./alert-lines/use-price-alerts.ts";
import { createTeller } from "./teller.ts";
import type { DrawnLine, Places, Plot } from "./lines-primitive.ts";
import type { ShownPivots } from "./settings/use-pivots.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";

export interface ChartCanvasProps {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  readonly candles: readonly Candle[];
  readonly quote: LiveQuote | undefined;
  readonly trades: readonly ShownTrade[];
  /** Only pending orders. */
  readonly orders: readonly ShownOrder[];
  readonly lines: readonly ChartLine[];
  readonly desk: LineDesk | undefined;
  readonly indicators: readonly Indicator[];
  readonly pivots: readonly ShownPivots[];
  readonly drawingDesk: DrawingDesk;
  /** Drawings of this instrument. */
  readonly drawings: readonly UserDrawing[];
  readonly isMain: boolean;
  readonly place: ChartPlace | undefined;
  readonly onNeedOlder: () => void;
}

const AlertLines = lazy(async () => ({
  default: (await import("./alert-lines/AlertLines.tsx")).AlertLines,
}));
const DrawingLayer = lazy(async () => ({
  default: (await import("./drawings/DrawingLayer.tsx")).DrawingLayer,
}));

const COLOURS = {
  entry: "ref",
  order: "fg-2",
  stop: "down",
  target: "up",
  trailing: "down",
} as const;

export function ChartCanvas(props: ChartCanvasProps) {
  const { instrument, granularity, candles, quote, trades, lines, desk } = props;
  const { indicators, pivots, place } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const last = useRef<Bar>(undefined);
  const older = useRef(props.onNeedOlder);
  const [places] = useState(() =>
    createTeller<[Places, Plot]>([new Map(), { width: 0, height: 0 }]),
  );
  const [pixels] = useState(() => createTeller<[Pixels]>([new Map()]));
  const view = useCallback(() => drawing.current?.view, []);
  // The drawings are ready before the chart is created, because effects of children run first.
  const drawn = useRef<readonly DrawnDrawing[]>([]);
  const setDrawn = useCallback((next: readonly DrawnDrawing[]) => {
    drawn.current = next;
    drawing.current?.setDrawings(next);
  }, []);
  const [moving, setMoving] = useState<Moving>();
  useEffect(() => {
    older.current = props.onNeedOlder;
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const made = createDrawing(element, {
      instrument,
      granularity,
      onPlaced: places.tell,
      onDrawn: (next) => pixels.tell(handlePixels(next, places.last()[1])),
      place,
      onNeedOlder: () => older.current(),
    });
    drawing.current = made;
    made.setDrawings(drawn.current);
    return () => {
      drawing.current = undefined;
      made.remove();
    };
  }, [instrument, granularity, places, pixels, place]);
  useEffect(() => {
    drawing.current?.setIndicators(indicators);
  }, [indicators]);
  useEffect(() => {
    const colour = (name: string) => drawing.current?.colour(name) ?? "";
    drawing.current?.setPivots(
      pivots.map(({ indicator, spans }) => ({ spans, colour: colour(indicator.colour) })),
    );
  }, [pivots]);
  const bars = useMemo(() => barsOf(candles, granularity), [candles, granularity]);
  useEffect(() => {
    drawing.current?.setBars(bars);
    drawing.current?.setGround({
      sessions: sessionStarts(bars, granularity),
      boundaries: boundariesOf(candles, granularity),
    });
    last.current = bars.at(-1);
  }, [bars, candles, granularity]);
  useEffect(() => {
    drawing.current?.setMarks(marksOf(instrument.name, trades, { bars, granularity }));
  }, [instrument, trades, bars, granularity]);
  useEffect(() => {
    if (quote?.instrument !== instrument.name) return;
    const bar = liveBar(last.current, quote, instrument, granularity);
    if (!bar) return;
    last.current = bar;
    drawing.current?.update(bar);
  }, [quote, instrument, granularity]);
  const { onAlert } = props.drawingDesk;
  const alerts = usePriceAlerts(instrument, onAlert !== undefined);
  const [alertLines, setAlertLines] = useState<readonly AlertLine[]>([]);
  useEffect(() => {
    const colour = (name: string) => drawing.current?.colour(name) ?? "";
    drawing.current?.setLines([
      ...alertLines.map((line) => ({ ...line, colour: colour("accent") })),
      ...lines.map((line) => drawnLine(line, moving, desk, colour)),
    ]);
  }, [alertLines, lines, moving, desk]);
  // Once loaded, the layer stays, because it also removes the last drawing from the chart.
  const [hasDrawn, setHasDrawn] = useState(false);
  if (!hasDrawn && (props.drawings.length > 0 || props.drawingDesk.tool !== undefined))
    setHasDrawn(true);
  const priceAt = (y: number) => {
    const price = drawing.current?.view.priceAt(y);
    return price === undefined ? undefined : quotable(price * instrument.priceScale);
  };
  // The last deleted alert can be restored from its notice.
  const [hasAlerts, setHasAlerts] = useState(false);
  if (!hasAlerts && alerts.length > 0) setHasAlerts(true);
  const settle = ({ id }: ChartLine) => setMoving((now) => (now?.id === id ? undefined : now));
  return (
    <>
      <div
        ref={box}
        className="absolute inset-0"
        onContextMenu={(event) => {
          const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
          const price = priceAt(y);
          if (!onAlert || price === undefined || y > places.last()[1].height) return;
          event.preventDefault();
          onAlert({ instrument: instrument.name, price });
        }}
      />
      <OwnHandles
        orders={props.orders}
        quote={quote}
        lines={lines}
        moving={moving}
        follow={places.follow}
        textOf={(line, price) => lineText(line, price, desk, true)}
        priceAt={priceAt}
        onMoving={setMoving}
        onSettled={settle}
      />
      <PlotBox follow={places.follow}>
        <Suspense>
          {hasAlerts && onAlert ? (
            <AlertLines
              instrument={instrument}
              alerts={alerts}
              follow={places.follow}
              onLines={setAlertLines}
              onAlert={onAlert}
            />
          ) : null}
          {hasDrawn ? (
            <DrawingLayer
              instrument={instrument}
              desk={props.drawingDesk}
              shown={props.drawings}
              isMain={props.isMain}
              view={view}
              followPixels={pixels.follow}
              onDrawn={setDrawn}
            />
          ) : null}
        </Suspense>
      </PlotBox>
    </>
  );
}

function drawnLine(
  line: ChartLine,
  moving: Moving | undefined,
  desk: LineDesk | undefined,
  colour: (name: string) => string,
): DrawnLine {
  const isMoving = moving?.id === line.id;
  const price = isMoving ? moving.price : line.price;
  const { instrument, kind, id } = line;
  return {
    id,
    price: price / instrument.priceScale,
    text: lineText(line, price, desk, isMoving),
    priceText: withMarks(priceText(price, instrument)),
    colour: colour(COLOURS[kind]),
    isDashed: kind !== "entry",
    isMoving,
  };
}
