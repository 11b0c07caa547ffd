/** Label shown next to prices of a time: that of the source in force then. */
import type { QuoteFeed } from "./quote-feed.ts";

export function labelAt(
  { label, labelAt: of }: Pick<QuoteFeed, "label" | "labelAt">,
  timeMs: number,
): string {
  return of?.(timeMs) ?? label;
}
