/** The title of an event, which is a button that expands the event's postings. */
import { ChevronRight } from "lucide-react";
import { clsx } from "clsx";
import { eventTitle } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export function EventTitle(props: {
  event: LedgerEvent;
  isOpen: boolean;
  /** Id of the element with the postings. The element exists only while the event is expanded. */
  controls: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={props.isOpen}
      aria-controls={props.isOpen ? props.controls : undefined}
      onClick={props.onPress}
      className="inline-flex min-w-0 items-center gap-1.5 text-left font-medium hover:text-accent max-md:-my-2.5 max-md:min-h-11"
    >
      <ChevronRight
        aria-hidden
        strokeWidth={1.5}
        className={clsx("size-4 shrink-0 text-fg-3", props.isOpen && "rotate-90")}
      />
      <span className="md:truncate">{eventTitle(props.event)}</span>
    </button>
  );
}
