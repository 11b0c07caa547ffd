/**
 * Shows when the page's data was loaded. Its space is reserved before the data arrives.
 *
 *   <UpdatedMark at={treasury.data?.at} isStale={treasury.isError} />
 */
import { clockText } from "../ui/time/time-text.ts";
import { LiveMark } from "../ui/loading/LiveMark.tsx";

const NO_TIME = "00:00:00";

export function UpdatedMark({ at, isStale }: { at: string | undefined; isStale: boolean }) {
  if (at !== undefined)
    return <LiveMark isStale={isStale}>updated {clockText(new Date(at))}</LiveMark>;
  return (
    <span className="invisible" aria-hidden>
      <LiveMark>updated {NO_TIME}</LiveMark>
    </span>
  );
}
