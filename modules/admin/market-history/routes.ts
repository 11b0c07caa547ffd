/** HTTP routes for administrators to manage the time machine's price series. */
import type { historyDaysApi } from "#api/history-days";
import type { Handlers } from "#api/route";
import { seriesState } from "#market-history";
import { findEmails } from "#users";
import type { AdminDeps } from "../office/deps.ts";
import { addHistoryDays } from "./add-history-days.ts";

export function historyDaysRoutes(deps: AdminDeps): Handlers<typeof historyDaysApi> {
  return {
    getHistorySeries: () => present(deps),
    async addHistoryDays({ caller, body }) {
      await addHistoryDays(deps, caller, body);
      return present(deps);
    },
  };
}

async function present({ database }: AdminDeps) {
  const { added, ...facts } = await seriesState(database);
  if (added === undefined) return { ...facts, added: null };
  const { id, source, setAt, setBy } = added;
  return {
    ...facts,
    added: { id, source, setAt, setBy: (await findEmails(database, [setBy])).get(setBy) ?? null },
  };
}
