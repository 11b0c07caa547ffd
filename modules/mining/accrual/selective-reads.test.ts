/**
 * Tests that the reads before each purchase and withdrawal look up only the requested users, even
 * while PostgreSQL has no statistics about the tables.
 */
import { beforeAll, expect, test } from "vitest";
import { newUuid, type DatabaseTransaction } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { accruedSatsSql } from "../payouts/accrued-sats-sql.ts";
import { openHashRateSources } from "./hash-rate-sources-table.ts";
import { unsettledAmong } from "./miners-table.ts";

const file = fileDatabase();

const MINERS = 4_000;
const userIds = Array.from({ length: MINERS }, () => newUuid());
const chosen = userIds.slice(0, 8);

beforeAll(async () => {
  const { database } = file;
  const all = [userIds];
  await database.query(
    "insert into mining_miners (user_id, mining_since) select id, now() - interval '1 day' from unnest($1::uuid[]) as m(id)",
    all,
  );
  await database.query(
    "insert into mining_switches (user_id, on_at) select user_id, mining_since from mining_miners",
  );
  await database.query(
    `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents, accrued_until)
     select 'ctr_' || replace(id::text, '-', ''), id, 'contract', 1000000000000, now() - interval '1 hour', now() + interval '1 day',
       'ref_start', 1, 1, now() - interval '1 hour' from unnest($1::uuid[]) as m(id)`,
    all,
  );
});

const reads: Readonly<Record<string, (tx: DatabaseTransaction) => Promise<unknown>>> = {
  "users with unsettled time": async (tx) =>
    (await unsettledAmong(tx, chosen, new Date())).toSorted(),
  "accrued earnings": async (tx) => {
    const rows = await tx.query<{ userId: string; sats: bigint }>(
      `select user_id as "userId", ${accruedSatsSql("asked.user_id", "$2")} as sats from unnest($1::uuid[]) as asked(user_id)`,
      [chosen, new Date()],
    );
    return rows.flatMap(({ userId, sats }) => (sats > 0n ? [userId] : []));
  },
  "open sources": async (tx) => (await openHashRateSources(tx, chosen)).map(({ userId }) => userId),
};

async function rowsRead(tx: DatabaseTransaction): Promise<number> {
  const [counted] = await tx.query<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
     where relname in ('mining_earners', 'mining_miners', 'mining_switches')`,
  );
  return counted?.rows ?? 0;
}

test.each(Object.entries(reads))("the read of %s looks up 8 of 4,000 users", async (_, read) => {
  await file.database.transaction(async (tx) => {
    const before = await rowsRead(tx);
    expect(new Set((await read(tx)) as string[])).toEqual(new Set(chosen));
    expect((await rowsRead(tx)) - before).toBeLessThanOrEqual(4 * chosen.length);
  });
});
