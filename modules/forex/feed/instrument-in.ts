/** Returns the instrument that a request names, if the market of the request has it. */
import { instrumentNamed, type Instrument } from "#market";
import type { QuoteFeed } from "./quote-feed.ts";

export function instrumentIn(
  { only }: Pick<QuoteFeed, "only">,
  name: string,
): Instrument | undefined {
  if (only) return name === only.name ? only : undefined;
  return instrumentNamed(name);
}
