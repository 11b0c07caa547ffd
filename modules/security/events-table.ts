/** SQL statements for security events. */
import { deleteInBatches, type Queryable } from "#platform";
import type { EventKind } from "./event-kinds.ts";
import type { CompactedEvents } from "./compact-events.ts";

/**
 * Adds counts to the table. Existing rows are incremented, because several processes count the same
 * minute.
 */
export async function insertEvents(
  queryable: Queryable,
  rows: readonly CompactedEvents[],
): Promise<void> {
  await queryable.query(
    `insert into security_events as event (minute, kind, what, network, count)
     select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::bigint[])
     on conflict (minute, kind, what, network) do update set count = event.count + excluded.count`,
    [
      rows.map(({ minute }) => minute),
      rows.map(({ kind }) => kind),
      rows.map(({ what }) => what),
      rows.map(({ network }) => network),
      rows.map(({ count }) => count),
    ],
  );
}

interface Counted {
  readonly kind: EventKind;
  readonly what: string;
  readonly count: number;
}

interface OfNetwork {
  readonly network: string;
  readonly kind: EventKind;
  readonly count: number;
  readonly networkCount: number;
  readonly lastAt: Date;
}

/**
 * Returns events by kind and by network, highest count first. The list by network covers at most
 * `networksMax` networks.
 */
export async function recentEvents(
  queryable: Queryable,
  { since, networksMax }: { readonly since: Date; readonly networksMax: number },
): Promise<{
  readonly kinds: readonly Counted[];
  readonly networks: readonly OfNetwork[];
  readonly networkCount: number;
}> {
  const kinds = await queryable.query<Counted>(
    `select kind, what, sum(count)::float8 as count from security_events where minute >= $1
     group by kind, what order by 3 desc, kind, what`,
    [since],
  );
  const networks = await queryable.query<OfNetwork>(
    `with most as (
       select network, sum(count) as count, max(minute) as last from security_events
       where minute >= $1 group by network order by 2 desc, network limit $2)
     select e.network, e.kind, sum(e.count)::float8 as count, most.count::float8 as "networkCount",
       most.last as "lastAt" from security_events e join most using (network)
     where e.minute >= $1 group by e.network, e.kind, most.count, most.last
     order by most.count desc, e.network, 3 desc, e.kind`,
    [since, networksMax],
  );
  const [counted] = await queryable.query<{ count: number }>(
    "select count(distinct network)::int as count from security_events where minute >= $1",
    [since],
  );
  return { kinds, networks, networkCount: counted?.count ?? 0 };
}

export async function deleteEventsBefore(queryable: Queryable, before: Date): Promise<void> {
  await deleteInBatches(queryable, "security_events", { where: "minute < $1", values: [before] });
}
