/**
 * Shows one event: title, meaning, status, time and amount. On a phone, the event takes two lines.
 */
import { When } from "../../ui/time/When.tsx";
import { Cause } from "./Cause.tsx";
import { EventAmount } from "./EventAmount.tsx";
import { EventStatus } from "./EventStatus.tsx";
import { EventTitle } from "./EventTitle.tsx";
import { eventMeaning, eventStatus, isUnfinished } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export function EventRow(props: {
  event: LedgerEvent;
  isOpen: boolean;
  controls: string;
  onPress: () => void;
  index: number;
  measure: (element: HTMLTableRowElement | null) => void;
}) {
  const { event } = props;
  return (
    // oxlint-disable-next-line react/refs -- a callback that takes the element, nothing is read
    <tr ref={props.measure} data-index={props.index}>
      <td className="lead">
        <EventTitle {...props} />
      </td>
      <td className="full md:w-full md:py-1.5!">
        <Detail event={event} />
      </td>
      <td className="hide-small">
        <EventStatus event={event} />
      </td>
      <td className="hide-small text-fg-2">
        <When at={event.lastAt} className="mono" />
      </td>
      <td className="num font-medium md:py-1.5!">
        <EventAmount event={event} />
      </td>
    </tr>
  );
}

function Detail({ event }: { event: LedgerEvent }) {
  const meaning = eventMeaning(event);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      {isUnfinished(eventStatus(event)) ? (
        <span className="shrink-0 md:hidden">
          <EventStatus event={event} />
        </span>
      ) : null}
      {meaning === "" ? null : (
        <span className="min-w-0 text-fg-2 md:whitespace-normal">{meaning}</span>
      )}
      <span className={meaning === "" ? "min-w-0" : "shrink-0 max-md:hidden"}>
        <Cause cause={event.cause} name={event.about?.name} />
      </span>
      <When
        at={event.lastAt}
        className="mono ml-auto shrink-0 whitespace-nowrap text-fg-2 md:hidden"
      />
    </span>
  );
}
