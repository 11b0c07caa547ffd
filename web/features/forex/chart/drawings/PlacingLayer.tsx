/**
 * Covers the plot while the user places a drawing with the pointer or with keys. A drag sets both
 * points at once.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { Instrument } from "#market";
import type { ChartView } from "../axis/chart-view.ts";
import { pointText } from "./drawing-text.ts";
import { layerTexts as texts } from "./layer-strings.ts";
import { movedPoint, pointAt, pointsNeeded } from "./drawing-points.ts";
import type { DrawingKind, DrawingPoint } from "./user-drawing.ts";

const LEAP = 10;
/** Distance of a pointer that counts as a drag instead of a click. */
const DRAG_PX = 8;

export function PlacingLayer(props: {
  kind: DrawingKind;
  label: string;
  instrument: Instrument;
  snaps: boolean;
  /** True in the chart whose layer takes the focus. */
  hasFocus: boolean;
  view: () => ChartView | undefined;
  /** Shows the points so far, and the cursor as the next one. */
  onPreview: (points: readonly DrawingPoint[]) => void;
  onPlaced: (points: readonly DrawingPoint[]) => void;
  onCancel: () => void;
}) {
  const { kind, instrument, snaps, onPreview, onPlaced, onCancel } = props;
  const layer = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const pressed = useRef<{ readonly x: number; readonly y: number; readonly setsFirst: boolean }>(
    undefined,
  );
  const [set, setSet] = useState<readonly DrawingPoint[]>([]);
  const [cursor, setCursor] = useState<DrawingPoint>();
  const helpId = useId();
  const { hasFocus } = props;
  useEffect(() => {
    if (hasFocus) layer.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  const show = (points: readonly DrawingPoint[], next: DrawingPoint) => {
    setCursor(next);
    onPreview([...points, next]);
    const view = props.view();
    const position = view?.positionOf(next.timeMs);
    const x = position === undefined ? undefined : view?.xOf(position);
    const y = view?.yOf(next.price / instrument.priceScale);
    if (mark.current === null || x === undefined || y === undefined) return;
    mark.current.style.transform = `translate(${x}px, ${y}px)`;
    mark.current.style.visibility = "visible";
  };
  const place = (points: readonly DrawingPoint[]) => {
    if (points.length === pointsNeeded(kind)) onPlaced(points);
    else setSet(points);
  };
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const view = props.view();
    const { left, top } = currentTarget.getBoundingClientRect();
    const at = { x: clientX - left, y: clientY - top };
    return { at, point: view && pointAt(view, at, { instrument, snaps }) };
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const view = props.view();
    const at = cursor ?? (view && lastPoint(view, instrument));
    const by = event.shiftKey ? LEAP : 1;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
    };
    const step = steps[event.key];
    if (event.key === "Escape") onCancel();
    else if (!view || !at) return;
    else if (step) {
      const [bars, pips] = step;
      show(set, movedPoint(view, at, { bars, price: pips * instrument.pip }));
    } else if (event.key === "Enter") {
      show(set, at);
      place([...set, at]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes clicks and keys
    <div
      ref={layer}
      // The keys move a cursor over the chart, so screen readers must pass them on.
      role="application"
      aria-label={props.label}
      aria-describedby={helpId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys
      tabIndex={0}
      className="pointer-events-auto absolute inset-0 cursor-crosshair touch-none focus-visible:-outline-offset-2!"
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { at, point } = pointOf(event);
        if (!point) return;
        // The first point of a drag is its beginning. A level follows the pointer instead.
        const setsFirst = set.length === 0 && pointsNeeded(kind) === 2;
        pressed.current = { ...at, setsFirst };
        show(set, point);
        if (setsFirst) setSet([point]);
      }}
      onPointerMove={(event) => {
        const { point } = pointOf(event);
        if (point) show(set, point);
      }}
      onPointerUp={(event) => {
        const { at, point } = pointOf(event);
        const from = pressed.current;
        pressed.current = undefined;
        if (!from || !point) return;
        const isDrag = Math.hypot(at.x - from.x, at.y - from.y) >= DRAG_PX;
        if (from.setsFirst && !isDrag) return;
        place([...set, point]);
      }}
    >
      <span
        ref={mark}
        aria-hidden
        className="pointer-events-none invisible absolute top-0 left-0 -mt-[5px] -ml-[5px] size-2.5 rounded-full border-2 border-accent"
      />
      <p id={helpId} className="sr-only">
        {texts.placingHelp}
      </p>
      <output className="sr-only">
        {cursor ? texts.cursor(set.length + 1, pointText(cursor, instrument)) : ""}
      </output>
    </div>
  );
}

/** Returns the close of the last bar, where the keyboard's cursor begins. */
function lastPoint(view: ChartView, instrument: Instrument): DrawingPoint | undefined {
  const position = view.lastPosition();
  const timeMs = view.timeAt(position);
  const close = view.barAt(position)?.close;
  if (timeMs === undefined || close === undefined) return undefined;
  const exact = { timeMs, price: Math.round(close * instrument.priceScale) };
  return movedPoint(view, exact, { bars: 0, price: 0 });
}
