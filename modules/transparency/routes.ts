/** Routes of the transparency page. They need no session, so their responses are shared. */
import type { Handlers } from "#api/route";
import type { transparencyApi } from "#api/transparency";
import { defineRefusals, listIncidents, shareResultFor } from "#platform";
import { badgeSvg } from "./badge.ts";
import { presentIncident, readTransparency, type TransparencyDeps } from "./read-transparency.ts";

/**
 * Cache time of the figures. Reading them adds up all accounts, and anybody may ask. A verdict is
 * at most this much older than the verification.
 */
const SHARED_MS = 10_000;
const CURSOR = /^[1-9]\d{0,17}$/;

const refusals = defineRefusals({
  invalid_incidents_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "The cursor does not belong to this list. Use the nextCursor of the previous page.",
  },
});

/** Returns a function that creates the handlers on a database, which all share one result. */
export function transparencyRoutes(
  deps: Omit<TransparencyDeps, "database">,
): (database: TransparencyDeps["database"]) => Handlers<typeof transparencyApi> {
  const read = shareResultFor(SHARED_MS, readTransparency);
  return (database) => ({
    getTransparency: () => read({ ...deps, database }),
    async listIncidents({ query: { cursor, limit } }) {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw refusals.invalid_incidents_cursor();
      const before = cursor === undefined ? undefined : BigInt(cursor);
      const incidents = await listIncidents(database, { limit: limit + 1, before });
      const shown = incidents.slice(0, limit);
      const nextCursor = incidents.length > limit ? String(shown.at(-1)?.id) : null;
      return { items: shown.map(presentIncident), nextCursor };
    },
    async getTransparencyBadge() {
      const { verdict } = await read({ ...deps, database });
      return badgeSvg(verdict);
    },
  });
}
