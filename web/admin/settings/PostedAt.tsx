/** The time of a change including the year, because old terms remain relevant for years. */
import { clockText, dateText, fullText } from "../../ui/time/time-text.ts";

export function PostedAt(props: { at: string }) {
  const at = new Date(props.at);
  return (
    <time
      dateTime={props.at}
      title={fullText(at)}
      translate="no"
      className="mono whitespace-nowrap"
    >
      {dateText(at)}, {clockText(at)}
    </time>
  );
}
