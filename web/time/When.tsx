/**
 * A time: short in the line, whole with its zone in the tooltip.
 *
 *   <When at={entry.at} />  14:02:07      <When at={deposit.seenAt} isAgo />  6 s ago
 */
import { agoText, fullText, shortText } from "./time-text.ts";
import { useNow } from "./use-now.ts";

export function When(props: { at: string; isAgo?: boolean; className?: string | undefined }) {
  const now = useNow(props.isAgo ? 1000 : 60_000);
  const at = new Date(props.at);
  return (
    <time dateTime={props.at} title={fullText(at)} className={props.className}>
      {props.isAgo ? agoText(at, now) : shortText(at, now)}
    </time>
  );
}
