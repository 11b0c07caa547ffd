/**
 * Marks content that could not be refreshed, with the time of its last update.
 *
 *   {query.isError ? <StaleMark at={query.dataUpdatedAt} /> : null}
 */
import { clockText } from "../time/time-text.ts";
import { LiveMark } from "./LiveMark.tsx";
import { loadingTexts as texts } from "./strings.ts";

/** `at` is the time of the last update, in milliseconds since 1970. */
export function StaleMark({ at }: { at: number }) {
  return <LiveMark isStale>{texts.staleSince(clockText(new Date(at)))}</LiveMark>;
}
