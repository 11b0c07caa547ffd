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
import { alertLineTexts as texts } from "./strings.ts";
import type { PriceAlert } from "./use-price-alerts.ts";

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
  return (
    <>
      {alerts.map(({ alert }) => (
        <Handle
          key={alert.id}
          alert={alert}
          helpId={helpId}
          follow={props.follow}
          onOpen={() => props.onAlert({ alert })}
          onRemove={() => {
            if (!remove.isPending) remove.mutate(alert);
          }}
        />
      ))}
      <p id={helpId} className="sr-only">
        {texts.help}
      </p>
    </>
  );
}

function Handle(props: {
  alert: ForexAlert;
  helpId: string;
  follow: FollowLines;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const { alert, follow } = props;
  const { id } = alert;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      follow((places, { height }) => {
        const y = places.get(lineId(id)) ?? -1;
        const { current } = button;
        if (!current) return;
        // A button outside the plot must not cover the axes or take the focus.
        current.style.visibility = y < 0 || y > height ? "hidden" : "visible";
        current.style.top = `${y}px`;
      }),
    [follow, id],
  );
  const name = texts.open(alertWords(alert));
  return (
    <button
      ref={button}
      type="button"
      aria-label={name}
      aria-describedby={props.helpId}
      title={name}
      data-alert={id}
      className="group pointer-events-auto absolute right-1 grid size-6 -translate-y-1/2 place-items-center max-md:size-11"
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
