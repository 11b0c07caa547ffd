/** What stands beside prices of a time: the label of the source that held then. */
import type { QuoteFeed } from "./quote-feed.ts";

export function labelAt(
  { label, labelAt: of }: Pick<QuoteFeed, "label" | "labelAt">,
  timeMs: number,
): string {
  return of?.(timeMs) ?? label;
}
