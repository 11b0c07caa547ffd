/**
 * Administrators add days to the series that the time machine replays. It stands before every
 * purchase as a count of days, so it is a term of the house: with authority, and in the trail.
 */
import type { Caller } from "#api-schema/route";
import { recordAudit } from "#audit";
import { addDays, type HistoryFiles, type SeriesFacts } from "#history";
import { countAdministratorWrite, requireAuthority } from "#users";
import type { AdminParts } from "../office/parts.ts";

interface Change extends HistoryFiles {
  readonly source: string;
  readonly reason: string;
}

export async function addHistoryDays(
  parts: AdminParts,
  caller: Caller,
  { reason, ...files }: Change,
): Promise<void> {
  const { database, clock, bus } = parts;
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await requireAuthority(tx, parts, { caller, now });
    const { before, after } = await addDays(tx, { ...files, setBy: actor, now });
    await recordAudit(tx, {
      at: now,
      actor,
      action: "history.add",
      target: null,
      reason,
      before: facts(before),
      after: facts(after),
    });
  });
  bus.publish("terms", { what: "reference" });
}

function facts({ version = "carried", to, lastHeight, lastPriceDay }: SeriesFacts) {
  return { version, seriesTo: to, lastHeader: lastHeight, pricesTo: lastPriceDay };
}
