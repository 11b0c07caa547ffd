/**
 * Maintains the price source: announces the operator's choice, closes open positions when a change
 * takes effect, and stores prices that cannot be requested again. Runs in only one process of the
 * installation.
 */
import { startWorker, type Log, type Worker } from "#platform";
import type { DeskDeps } from "../feed/desk-deps.ts";
import type { OandaQuotes } from "../oanda/oanda-quotes.ts";
import { saveLastQuotes, saveMinutes } from "../oanda/oanda-table.ts";
import { moveAccounts } from "./move-accounts.ts";
import type { PriceSources } from "./price-sources.ts";
import type { LiveSource } from "./price-sources-table.ts";

export type SourceDeps = DeskDeps & {
  readonly log: Log;
  readonly sources: PriceSources;
  readonly oanda: OandaQuotes;
  readonly wanted: LiveSource;
};

const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

export function startForexSource(deps: SourceDeps): Worker {
  let storedMs = 0;
  return startWorker(deps, {
    name: "forex-source",
    everyMs: EVERY_MS,
    async run() {
      await keepSource(deps);
      storedMs = await storeReceived(deps, storedMs);
    },
  });
}

export async function keepSource(deps: SourceDeps): Promise<void> {
  await deps.sources.request(deps.wanted);
  if (await moveAccounts(deps)) await deps.sources.refresh();
}

/** Stores complete minutes and the last quotes. Returns the last stored minute. */
export async function storeReceived(
  { database, clock, oanda }: Pick<SourceDeps, "database" | "clock" | "oanda">,
  storedMs: number,
): Promise<number> {
  const nowMs = clock.now().getTime();
  const over = oanda.minutes
    .all()
    .filter(({ timeMs }) => timeMs > storedMs && timeMs + MINUTE_MS <= nowMs);
  await saveMinutes(database, over);
  await saveLastQuotes(database, oanda.newest());
  return over.at(-1)?.timeMs ?? storedMs;
}
