/**
 * Lets administrators add days to the market history that the time machine replays. Results of past
 * purchases are computed from this history, so adding days requires authority and an audit entry.
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
