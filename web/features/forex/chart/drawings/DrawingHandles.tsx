/**
 * Handles of the user's drawings: one on each point, and one that moves the whole drawing. They are
 * moved with the pointer or with keys.
 */
import { clsx } from "clsx";
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from "react";
import type { Instrument } from "#market";
import type { ChartView } from "../axis/chart-view.ts";
import { pointText } from "./drawing-text.ts";
import type { Pixel, Pixels } from "./drawings-primitive.ts";
import { layerTexts as texts } from "./layer-strings.ts";
import { movedPoint, pointAt } from "./drawing-points.ts";
import type { DrawingPoint, UserDrawing } from "./user-drawing.ts";

export interface MovingDrawing {
  readonly id: string;
  readonly points: readonly DrawingPoint[];
  /**
   * The drawing before the move, once the move is saved. The move ends when the page has replaced
   * this drawing.
   */
  readonly saved?: UserDrawing;
}

export interface DrawingHandlesProps {
  readonly drawings: readonly UserDrawing[];
  readonly instrument: Instrument;
  readonly snaps: boolean;
  readonly moving: MovingDrawing | undefined;
  /** Id of a new drawing, whose first handle takes the focus. */
  readonly fresh: string | undefined;
  readonly view: () => ChartView | undefined;
  /** Subscribes to the pixels of the drawings, which are published whenever the chart is drawn. */
  readonly follow: (place: (pixels: Pixels) => void) => () => void;
  /** Called when a new drawing loses the focus, so that it does not take it again. */
  readonly onLeft: () => void;
  readonly onMoving: (moving: MovingDrawing | undefined) => void;
  readonly onSave: (drawing: UserDrawing) => void;
  readonly onRemove: (drawing: UserDrawing) => void;
}

type Part = "first" | "second" | "middle";

const LEAP = 10;

export function DrawingHandles(props: DrawingHandlesProps) {
  const helpId = useId();
  return (
    <>
      {props.drawings.flatMap((drawing) => {
        const parts: readonly Part[] =
          drawing.points.length === 1 ? ["first"] : ["first", "second", "middle"];
        return parts.map((part) => (
          <Handle
            key={`${drawing.id} ${part}`}
            {...props}
            drawing={drawing}
            part={part}
            helpId={helpId}
          />
        ));
      })}
      <p id={helpId} className="sr-only">
        {texts.help}
      </p>
    </>
  );
}

function Handle(
  props: DrawingHandlesProps & {
    readonly drawing: UserDrawing;
    readonly part: Part;
    readonly helpId: string;
  },
) {
  const { drawing, part, instrument, moving, follow, onMoving, onSave } = props;
  const { id, kind } = drawing;
  const element = useRef<HTMLDivElement>(null);
  const pointer = useRef<number>(undefined);
  const isFresh = props.fresh === id && part === "first";
  useEffect(
    () =>
      follow((pixels) => {
        const at = pixelOf(pixels.get(id), part);
        const { current } = element;
        if (!current) return;
        // A handle outside the plot must not cover the axes or take the focus.
        current.style.visibility = at ? "visible" : "hidden";
        if (!at) return;
        current.style.transform = `translate(${at.x}px, ${at.y}px)`;
        // A hidden element cannot take the focus, so a new drawing takes it once it is drawn.
        const isFree = document.activeElement === document.body;
        if (isFresh && isFree) current.focus({ preventScroll: true });
      }),
    [follow, id, part, isFresh],
  );
  const isMoving = moving?.id === id;
  const points = isMoving ? moving.points : drawing.points;
  const shown = points[part === "second" ? 1 : 0];
  const isUnsaved = isMoving && moving.saved === undefined;
  const save = () => {
    pointer.current = undefined;
    if (!isUnsaved) return;
    if (areSame(points, drawing.points)) {
      onMoving(undefined);
      return;
    }
    onSave({ ...drawing, points });
    onMoving({ id, points, saved: drawing });
  };
  const moveBy = (bars: number, price: number) => {
    const view = props.view();
    if (!view) return;
    const isMoved = (index: number) => part === "middle" || index === (part === "second" ? 1 : 0);
    onMoving({
      id,
      points: points.map((point, index) =>
        isMoved(index) ? movedPoint(view, point, { bars, price }) : point,
      ),
    });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.shiftKey ? LEAP : 1;
    if (event.key === "ArrowUp") moveBy(0, by * instrument.pip);
    else if (event.key === "ArrowDown") moveBy(0, -by * instrument.pip);
    else if (event.key === "ArrowLeft") moveBy(-by, 0);
    else if (event.key === "ArrowRight") moveBy(by, 0);
    else if (event.key === "Enter") save();
    else if (event.key === "Delete" || event.key === "Backspace") props.onRemove(drawing);
    else if (event.key === "Escape" && isUnsaved) onMoving(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
  const drag = ({ currentTarget, clientX, clientY, pointerId }: PointerEvent<HTMLElement>) => {
    const view = props.view();
    if (pointer.current !== pointerId || !view) return;
    const box = currentTarget.parentElement?.getBoundingClientRect();
    const at = { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
    const to = pointAt(view, at, props);
    if (to) onMoving({ id, points: draggedPoints(view, drawing, part, to) });
  };
  return (
    <div
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input has no text of its own for a time and a price
      role="slider"
      tabIndex={0}
      aria-label={texts.handle(texts.kinds[kind], texts.parts[part])}
      aria-describedby={props.helpId}
      aria-valuemin={0}
      aria-valuemax={instrument.priceScale * 1_000}
      aria-valuenow={shown?.price ?? 0}
      aria-valuetext={shown ? pointText(shown, instrument) : ""}
      data-drawing={id}
      className="group pointer-events-auto invisible absolute top-0 left-0 -mt-3 -ml-3 grid size-6 cursor-move touch-none place-items-center outline-0! max-md:-mt-[22px] max-md:-ml-[22px] max-md:size-11"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = event.pointerId;
        event.currentTarget.focus({ preventScroll: true });
      }}
      onPointerMove={drag}
      onPointerUp={({ pointerId }) => {
        if (pointer.current === pointerId) save();
      }}
      onPointerCancel={() => {
        pointer.current = undefined;
        onMoving(undefined);
      }}
      onKeyDown={press}
      onBlur={() => {
        save();
        if (isFresh) props.onLeft();
      }}
    >
      <span
        aria-hidden
        className={clsx(
          "size-2 border border-accent bg-surface group-hover:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus",
          part === "middle" ? "rotate-45" : "rounded-full",
        )}
      />
    </div>
  );
}

/** Returns the pixel of a handle, or undefined if it is outside the plot. */
function pixelOf(
  pixels: readonly (Pixel | undefined)[] | undefined,
  part: Part,
): Pixel | undefined {
  const [first, second] = pixels ?? [];
  if (part === "first") return first;
  if (part === "second") return second;
  return first && second && { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
}

function areSame(some: readonly DrawingPoint[], others: readonly DrawingPoint[]): boolean {
  return some.every(
    ({ timeMs, price }, index) => others[index]?.timeMs === timeMs && others[index].price === price,
  );
}

/** Returns the drawing's points after a part of it is dragged to `to`. */
function draggedPoints(
  view: ChartView,
  { points }: UserDrawing,
  part: Part,
  to: DrawingPoint,
): readonly DrawingPoint[] {
  const [first, second] = points;
  if (!first) return points;
  if (!second) return [to];
  if (part === "first") return [to, second];
  if (part === "second") return [first, to];
  const [from, until, target] = [first, second, to].map(({ timeMs }) => view.positionOf(timeMs));
  if (from === undefined || until === undefined || target === undefined) return points;
  const by = {
    bars: Math.round(target - (from + until) / 2),
    price: to.price - (first.price + second.price) / 2,
  };
  return points.map((point) => movedPoint(view, point, by));
}
