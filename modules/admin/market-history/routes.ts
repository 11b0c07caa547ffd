/** The series that the time machine replays, for administrators. */
import type { historyDaysApi } from "#api/history-days";
import type { Handlers } from "#api/route";
import { seriesState } from "#market-history";
import { findEmails } from "#users";
import type { AdminParts } from "../office/parts.ts";
import { addHistoryDays } from "./add-history-days.ts";

export function historyDaysRoutes(parts: AdminParts): Handlers<typeof historyDaysApi> {
  return {
    getHistorySeries: () => present(parts),
    async addHistoryDays({ caller, body }) {
      await addHistoryDays(parts, caller, body);
      return present(parts);
    },
  };
}

async function present({ database }: AdminParts) {
  const { added, ...facts } = await seriesState(database);
  if (added === undefined) return { ...facts, added: null };
  const { id, source, setAt, setBy } = added;
  return {
    ...facts,
    added: { id, source, setAt, setBy: (await findEmails(database, [setBy])).get(setBy) ?? null },
  };
}
