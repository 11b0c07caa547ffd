/**
 * That what is shown could not be refreshed, and since when.
 *
 *   {query.isError ? <StaleMark at={query.dataUpdatedAt} /> : null}
 */
import { clockText } from "../time/time-text.ts";
import { LiveMark } from "./LiveMark.tsx";

/** `at`: when it was read last, milliseconds since 1970. */
export function StaleMark({ at }: { at: number }) {
  return <LiveMark isStale>Stale since {clockText(new Date(at))}</LiveMark>;
}
