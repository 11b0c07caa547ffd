/**
 * Invisible handles that move lines with the pointer, or by one pip with the keyboard. Each handle
 * covers its line over the full width of the plot.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { priceText } from "#market";
import { isMovable, nameOf, type ChartLine } from "./lines.ts";
import { quotable } from "./axis/quotable.ts";
import type { Places, Plot } from "./lines-primitive.ts";
import { chartTexts as texts } from "./strings.ts";

export interface Moving {
  readonly id: string;
  /** Price as the market's integer. */
  readonly price: number;
}

export interface LineHandlesProps {
  readonly lines: readonly ChartLine[];
  readonly moving: Moving | undefined;
  /**
   * Id of the line that replaced the last moved line. It takes focus, because the moved line was
   * removed.
   */
  readonly successor: string | undefined;
  readonly textOf: (line: ChartLine, price: number) => string;
  /** Converts a vertical position in the plot to the market's integer price. */
  readonly priceAt: (y: number) => number | undefined;
  readonly onMoving: (moving: Moving | undefined) => void;
  readonly onSet: (line: ChartLine, price: number) => void;
  /** Subscribes to the line positions, which are published whenever the chart is drawn. */
  readonly follow: (place: (places: Places, plot: Plot) => void) => () => void;
}

const LEAP = 10;

export function LineHandles(props: LineHandlesProps) {
  const { lines, follow } = props;
  const box = useRef<HTMLDivElement>(null);
  const helpId = useId();
  useEffect(
    () =>
      follow((_, { width, height }) => {
        if (box.current === null) return;
        box.current.style.width = `${width}px`;
        box.current.style.height = `${height}px`;
      }),
    [follow],
  );
  return (
    <div ref={box} className="pointer-events-none absolute top-0 left-0 z-[2]">
      {lines.filter(isMovable).map((line) => (
        <Handle key={line.id} {...props} line={line} helpId={helpId} />
      ))}
      <p id={helpId} className="sr-only">
        {texts.unmoved}
      </p>
    </div>
  );
}

function Handle(props: LineHandlesProps & { readonly line: ChartLine; readonly helpId: string }) {
  const { line, moving, onMoving, onSet, priceAt, textOf, follow } = props;
  const { instrument, id } = line;
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      follow((places, { height }) => {
        const { current } = element;
        const y = Math.min(Math.max(places.get(id) ?? -1, 0), height);
        if (current) current.style.top = `${y}px`;
      }),
    [follow, id],
  );
  const isSuccessor = props.successor === id;
  useLayoutEffect(() => {
    if (isSuccessor && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
  }, [isSuccessor]);
  const pointer = useRef<number>(undefined);
  const isMoving = moving?.id === line.id;
  const price = isMoving ? moving.price : line.price;
  const moveTo = (next: number | undefined) => {
    if (next !== undefined) onMoving({ id: line.id, price: next });
  };
  const set = () => {
    if (isMoving && price !== line.price) onSet(line, price);
    else onMoving(undefined);
  };
  const letGo = (handle: HTMLElement) => {
    if (pointer.current !== undefined) handle.releasePointerCapture(pointer.current);
    pointer.current = undefined;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey } = event;
    const pips = shiftKey ? LEAP : 1;
    if (key === "ArrowUp") moveTo(quotable(price + pips * instrument.pip));
    else if (key === "ArrowDown") moveTo(quotable(price - pips * instrument.pip));
    else if (key === "Enter") set();
    else if (key === "Escape" && isMoving) {
      letGo(event.currentTarget);
      onMoving(undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
  const drag = ({ currentTarget, clientY, pointerId }: PointerEvent<HTMLElement>) => {
    if (pointer.current !== pointerId) return;
    const top = currentTarget.parentElement?.getBoundingClientRect().top ?? 0;
    moveTo(priceAt(clientY - top));
  };
  return (
    <div
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input has no look of a line and no text of its own for its value
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={nameOf(line)}
      aria-describedby={props.helpId}
      aria-valuemin={0}
      aria-valuemax={instrument.priceScale * 1_000}
      aria-valuenow={price}
      aria-valuetext={`${withMarks(priceText(price, instrument))}, ${textOf(line, price)}`}
      className="pointer-events-auto absolute inset-x-0 h-3 -translate-y-1/2 cursor-ns-resize touch-none outline-0! focus-visible:shadow-[inset_5px_0_0_var(--focus),inset_-5px_0_0_var(--focus)] max-md:h-11"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = event.pointerId;
        event.currentTarget.focus({ preventScroll: true });
      }}
      onPointerMove={drag}
      onPointerUp={({ pointerId }) => {
        if (pointer.current !== pointerId) return;
        pointer.current = undefined;
        set();
      }}
      onPointerCancel={() => {
        pointer.current = undefined;
        onMoving(undefined);
      }}
      onKeyDown={press}
      onBlur={() => {
        if (isMoving) onMoving(undefined);
      }}
    />
  );
}
