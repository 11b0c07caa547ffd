/**
 * Tests that the cost of a run depends on the number of due positions, not on all open positions.
 */
import { expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { maturePositions } from "./positions-table.ts";

const test_ = fileDatabase();
const POSITIONS = 5_000;

test("a run with nothing due reads no positions", async () => {
  const now = new Date("2026-03-01T09:00:00Z");
  await asSuperuser(test_.database, async (superuser) => {
    await superuser.query(
      `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
         locked_days, locked_sats, hold_id)
       select 'pos_' || number, gen_random_uuid(), 'staking-90', 1000, 5000, $1::timestamptz,
         $1::timestamptz + number * interval '1 hour', 90, 123, gen_random_uuid()
       from generate_series(1, $2::int) as number`,
      [now, POSITIONS],
    );
    await superuser.query("analyze earn_positions");
  });
  const read = await test_.database.transaction(async (tx) => {
    expect(await maturePositions(tx, now)).toEqual([]);
    const [row] = await tx.query<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
       where relname = 'earn_positions'`,
    );
    return row?.rows;
  });
  expect(read).toBe(0);
});
