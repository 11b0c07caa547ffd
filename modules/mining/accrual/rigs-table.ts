/** SQL statements for rigs: their power costs, when they stopped, and their sale proceeds. */
import type { HashesPerSecond } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { PowerCharge } from "./settle-rig.ts";

/** A rig with the figures that its owner sees. */
export interface Rig {
  readonly id: string;
  readonly name: string;
  readonly hashRate: HashesPerSecond;
  readonly watts: bigint;
  readonly startsAt: Date;
  readonly paidSats: bigint;
  readonly earnedSats: bigint;
  readonly powerPaidSats: bigint;
  /** Time at which the rig stopped because its power was not paid. Null while it can run. */
  readonly stoppedAt: Date | null;
  /** Time at which the rig was sold. Null while it is owned. */
  readonly removedAt: Date | null;
}

export async function insertRig(
  tx: DatabaseTransaction,
  rig: Pick<Rig, "id" | "name" | "watts" | "startsAt">,
): Promise<void> {
  await tx.query(
    "insert into mining_rigs (id, name, power_watts, resumed_at) values ($1, $2, $3, $4)",
    [rig.id, rig.name, rig.watts, rig.startsAt],
  );
}

/** Returns all rigs of a user, including sold rigs, newest first. */
export async function rigsOf(queryable: Queryable, userId: string): Promise<Rig[]> {
  return queryable.query<Rig>(
    `select id, r.name, e.hash_rate as "hashRate", r.power_watts as watts, e.starts_at as "startsAt",
       e.paid_sats as "paidSats", e.posted_sats as "earnedSats", r.charged_sats as "powerPaidSats",
       r.stopped_at as "stoppedAt", e.closed_at as "removedAt"
     from mining_rigs r join mining_earners e using (id) where e.user_id = $1 order by e.starts_at desc, id desc`,
    [userId],
  );
}

/** Returns the earnings of each rig in satoshis. The map omits ids that are not rigs. */
export async function rigEarnings(
  queryable: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await queryable.query<{ id: string; sats: bigint }>(
    "select id, posted_sats as sats from mining_earners where id = any($1) and kind = 'rig'",
    [[...ids]],
  );
  return new Map(rows.map(({ id, sats }) => [id, sats]));
}

export async function addPower(
  tx: DatabaseTransaction,
  charges: readonly (Pick<PowerCharge, "nanosats" | "chargedSats"> & { readonly rigId: string })[],
): Promise<void> {
  await tx.query(
    `update mining_rigs r set power_nanosats = r.power_nanosats + c.nanosats, charged_sats = r.charged_sats + c.sats
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as c(id, nanosats, sats) where r.id = c.id`,
    [
      charges.map(({ rigId }) => rigId),
      charges.map(({ nanosats }) => nanosats),
      charges.map(({ chargedSats }) => chargedSats),
    ],
  );
}

export async function stopRig(tx: DatabaseTransaction, id: string, at: Date): Promise<void> {
  await tx.query("update mining_rigs set stopped_at = greatest($2, resumed_at) where id = $1", [
    id,
    at,
  ]);
}

/** Restarts a stopped rig at `now`. The stopped time is neither paid nor charged. */
export async function resumeRig(tx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  await tx.query(
    `with moved as (
       update mining_earners set accrued_until = greatest($2::timestamptz, accrued_until) where id = $1 returning accrued_until
     )
     update mining_rigs set stopped_at = null, resumed_at = moved.accrued_until from moved where id = $1`,
    [id, now],
  );
}

export async function setProceeds(
  tx: DatabaseTransaction,
  id: string,
  proceedsSats: bigint,
): Promise<void> {
  await tx.query("update mining_rigs set proceeds_sats = $2 where id = $1", [id, proceedsSats]);
}
