/**
 * Shows a time: short in the text, and in full with its zone in the tooltip. Lists show the current
 * zone in their header, so a time with a different offset (summer or winter time) shows its own
 * zone.
 *
 *   <When at={entry.at} />  14:02:07      <When at={deposit.seenAt} isAgo />  6 s ago
 */
import { agoText, fullText, shortText, zoneName } from "./time-text.ts";
import { useNow } from "./use-now.ts";

export function When(props: { at: string; isAgo?: boolean; className?: string | undefined }) {
  const now = useNow(props.isAgo ? 1000 : 60_000);
  const at = new Date(props.at);
  return (
    <time dateTime={props.at} title={fullText(at)} translate="no" className={props.className}>
      {props.isAgo ? agoText(at, now) : zonedText(at, now)}
    </time>
  );
}

function zonedText(at: Date, now: Date): string {
  const zone = zoneName(at);
  return zone === zoneName(now) ? shortText(at, now) : `${shortText(at, now)} ${zone}`;
}
