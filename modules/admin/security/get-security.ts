/** Returns the security events of the last day by kind and by network. */
import { KEPT_DAYS, recentEvents } from "#security";
import type { AdminDeps } from "../office/deps.ts";

const DAY_MS = 86_400_000;
const NETWORKS_MAX = 50;

export async function getSecurity({ database, clock }: Pick<AdminDeps, "clock" | "database">) {
  const at = clock.now();
  const since = new Date(at.getTime() - DAY_MS);
  const events = await recentEvents(database, { since, networksMax: NETWORKS_MAX });
  const kinds = [...Map.groupBy(events.kinds, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    what: rows.map(({ what, count }) => ({ what, count })),
  }));
  const networks = [...Map.groupBy(events.networks, ({ network }) => network)].map(
    ([network, rows]) => ({
      network: network === "" ? null : network,
      count: rows[0]?.networkCount ?? 0,
      lastAt: rows[0]?.lastAt ?? at,
      kinds: rows.map(({ kind, count }) => ({ kind, count })),
    }),
  );
  return {
    at,
    since,
    keptDays: KEPT_DAYS,
    kinds: kinds.toSorted((a, b) => b.count - a.count),
    networks,
    furtherNetworks: Math.max(0, events.networkCount - networks.length),
  };
}
