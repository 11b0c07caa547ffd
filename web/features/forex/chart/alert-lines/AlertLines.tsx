/**
 * Draws the levels of the user's price alerts, each with a button that opens the alert. Delete
 * removes the alert.
 */
import { Bell } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { priceText, type Instrument } from "#market";
import { withMarks } from "../../../../ui/preferences/number-marks.ts";
import type { AlertStart } from "../../alerts/AlertDialog.tsx";
import { alertWords, type ForexAlert } from "../../alerts/alert-words.ts";
import { useAlertActions } from "../../alerts/use-alert-actions.ts";
import type { AlertLine, FollowLines } from "./alert-line.ts";
import { buttonColumns } from "./button-columns.ts";
import { alertLineTexts as texts } from "./strings.ts";
import type { PriceAlert } from "./use-price-alerts.ts";

/** Distance of the first column from the right edge of the chart. */
const EDGE_PX = 4;

interface Props {
  readonly instrument: Instrument;
  readonly alerts: readonly PriceAlert[];
  readonly follow: FollowLines;
  /** Shows the lines on the chart. */
  readonly onLines: (lines: readonly AlertLine[]) => void;
  readonly onAlert: (start: AlertStart) => void;
}

export function AlertLines(props: Props) {
  const { instrument, alerts, onLines } = props;
  const { remove } = useAlertActions();
  const helpId = useId();
  useEffect(() => {
    onLines(alerts.map((one) => lineOf(instrument, one)));
  }, [instrument, alerts, onLines]);
  useEffect(() => () => onLines([]), [onLines]);
  const box = useRef<HTMLDivElement>(null);
  const { follow } = props;
  useEffect(
    () =>
      follow((places, { height }) => {
        if (box.current) place(box.current, places, height);
      }),
    [follow],
  );
  return (
    <div ref={box} className="contents">
      {alerts.map(({ alert }) => (
        <Handle
          key={alert.id}
          alert={alert}
          helpId={helpId}
          onOpen={() => props.onAlert({ alert })}
          onRemove={() => {
            if (!remove.isPending) remove.mutate(alert);
          }}
        />
      ))}
      <p id={helpId} className="sr-only">
        {texts.help}
      </p>
    </div>
  );
}

/** Moves the buttons in `box` to their lines. */
function place(box: HTMLElement, places: ReadonlyMap<string, number>, height: number): void {
  const buttons = [...box.querySelectorAll<HTMLElement>("[data-alert]")];
  const tops = new Map<HTMLElement, number>();
  for (const button of buttons) {
    const y = places.get(lineId(button.dataset["alert"] ?? "")) ?? -1;
    // A button outside the plot must not cover the axes or take the focus.
    const isInside = y >= 0 && y <= height;
    button.style.visibility = isInside ? "visible" : "hidden";
    button.style.top = `${y}px`;
    if (isInside) tops.set(button, y);
  }
  const sizePx = buttons[0]?.offsetWidth ?? 0;
  for (const [button, column] of buttonColumns(tops, sizePx))
    button.style.right = `${EDGE_PX + column * sizePx}px`;
}

function Handle(props: {
  alert: ForexAlert;
  helpId: string;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const { alert } = props;
  const name = texts.open(alertWords(alert));
  return (
    <button
      type="button"
      aria-label={name}
      aria-describedby={props.helpId}
      title={name}
      data-alert={alert.id}
      className="group pointer-events-auto absolute grid size-6 -translate-y-1/2 place-items-center max-md:size-11"
      onClick={props.onOpen}
      onKeyDown={(event) => {
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventDefault();
        props.onRemove();
      }}
    >
      <span className="grid size-5 place-items-center rounded-sm border border-line-control bg-surface text-accent group-hover:bg-hover">
        <Bell className="size-3" strokeWidth={1.75} aria-hidden />
      </span>
    </button>
  );
}

function lineId(alertId: string): string {
  return `alert ${alertId}`;
}

function lineOf(instrument: Instrument, { alert, price }: PriceAlert): AlertLine {
  const direction = alert.direction === "ABOVE" ? "ABOVE" : "BELOW";
  return {
    id: lineId(alert.id),
    price: price / instrument.priceScale,
    text: texts.line[direction],
    priceText: withMarks(priceText(price - (price % 10), instrument)),
    isDashed: true,
    isMoving: false,
  };
}
