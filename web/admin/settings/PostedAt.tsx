/** The time of a change with its year, because old terms still matter years later. */
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
