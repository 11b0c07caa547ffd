/** Returns the label for prices at a time: the label of the source in force at that time. */
import type { QuoteFeed } from "./quote-feed.ts";

export function labelAt(
  { label, labelAt: of }: Pick<QuoteFeed, "label" | "labelAt">,
  timeMs: number,
): string {
  return of?.(timeMs) ?? label;
}
