/**
 * Administrators add days to the series that the time machine replays. It stands before every
 * purchase as a count of days, so it is a term of the platform: with authority, and in the audit
 * log.
 */
import type { Caller } from "#api/route";
import { addDays, type HistoryFiles, type SeriesFacts } from "#market-history";
import { changeWithAuthority } from "../office/change-with-authority.ts";
import type { AdminDeps } from "../office/deps.ts";

interface Change extends HistoryFiles {
  readonly source: string;
  readonly reason: string;
}

export async function addHistoryDays(
  deps: AdminDeps,
  caller: Caller,
  { reason, ...files }: Change,
): Promise<void> {
  await changeWithAuthority(deps, caller, {
    action: "history.add",
    reason,
    make: async (tx, now) => {
      const { before, after } = await addDays(tx, { ...files, setBy: caller.userId, now });
      return { before: facts(before), after: facts(after) };
    },
  });
  deps.bus.publish("terms", { what: "reference" });
}

function facts({ version = "carried", to, lastHeight, lastPriceDay }: SeriesFacts) {
  return { version, seriesTo: to, lastHeader: lastHeight, pricesTo: lastPriceDay };
}
