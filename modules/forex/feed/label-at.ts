/** Returns the label of the price source in force at a time. */
import type { QuoteFeed } from "./quote-feed.ts";

export function labelAt(
  { label, labelAt: of }: Pick<QuoteFeed, "label" | "labelAt">,
  timeMs: number,
): string {
  return of?.(timeMs) ?? label;
}
