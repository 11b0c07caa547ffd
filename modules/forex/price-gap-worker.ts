/**
 * Records an incident when the desk has had no price for more than a minute while its market is
 * open, and ends it at the next price.
 */
import { beginIncident, endIncident, startWorker, type Log, type Worker } from "#platform";
import type { DeskDeps } from "./feed/desk-deps.ts";
import { priceAgeSeconds } from "./price-age.ts";

const EVERY_MS = 10_000;
const GAP_MS = 60_000;

type GapDeps = Pick<DeskDeps, "clock" | "database" | "feed">;

export function startPriceGapWatch(deps: DeskDeps & { readonly log: Log }): Worker {
  const check = createPriceGapWatch(deps);
  return startWorker(deps, { name: "forex-price-gaps", everyMs: EVERY_MS, run: check });
}

/** Returns a function that checks the price once. */
export function createPriceGapWatch({ database, clock, feed }: GapDeps): () => Promise<void> {
  /** Time of the first check without a price. Undefined while there is a price. */
  let missingSince: Date | undefined;
  // Another process may have begun an incident before this one started.
  let mayBeOpen = true;
  return async () => {
    const now = clock.now();
    const hasPrice = !Number.isNaN(await priceAgeSeconds({ clock, feed }));
    if (hasPrice) {
      missingSince = undefined;
      if (mayBeOpen) await endIncident(database, "price_gap");
      mayBeOpen = false;
      return;
    }
    missingSince ??= now;
    if (now.getTime() - missingSince.getTime() <= GAP_MS) return;
    mayBeOpen = true;
    await beginIncident(database, {
      kind: "price_gap",
      detail: "The Forex desk had no prices while its market was open.",
      startedAt: missingSince,
    });
  };
}
