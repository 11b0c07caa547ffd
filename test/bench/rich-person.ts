/**
 * Adds a user with thousands of purchases, stakes and sign-ins. The rows are the same as the
 * modules would have written, and the newest purchases come last.
 */
import type { Database } from "#platform";

/** Adds `count` purchases (half contracts and half boosts), stakes, rigs and sessions. */
export async function makeRich(database: Database, userId: string, count: number): Promise<void> {
  const AT = "date_trunc('milliseconds', now()) - n * interval '1 minute'";
  const owner = [userId];
  await database.query("insert into mining_miners (user_id) values ($1)", owner);
  await database.query(
    `with earners as (
       insert into mining_earners
         (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents, accrued_until)
       select case when n % 2 = 0 then 'ctr_' else 'bst_' end || n, $1,
         case when n % 2 = 0 then 'contract' else 'boost' end, 1, ${AT}, '2099-01-01', 'ref_start', 10, 10, ${AT}
       from generate_series(1, ${count}) as n returning id, kind
     ), contracts as (
       insert into mining_contracts (id, plan_id, name, power_kw)
       select id, 'p', 'Starter Rig', 1 from earners where kind = 'contract'
     )
     insert into mining_boosts (id, multiplier_tenths) select id, 25 from earners where kind = 'boost'`,
    owner,
  );
  await database.query(
    `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
       locked_days, locked_sats, hold_id)
     select 'pos_' || n, $1, 'staking-90', 5000, 5000, ${AT}, '2099-01-01', 90, 0, gen_random_uuid()
     from generate_series(1, ${count}) as n`,
    owner,
  );
  await database.query(
    `with orders as (
       insert into shop_orders (id, user_id, item_id, name, quantity, unit_sats, unit_cents, ordered_at)
       select 'ord_' || n, $1, 'asic', 'Miner', 5, 10, 10, ${AT} from generate_series(1, ${count / 5}) as n returning id
     )
     insert into shop_rigs (id, order_id)
     select 'rig_' || substr(id, 5) || '-' || one, id from orders, generate_series(1, 5) as one`,
    owner,
  );
  await database.query(
    `insert into users_sessions (id, user_id, refresh_key_sealed, user_agent, ip, created_at, updated_at, last_used_at)
     select gen_random_uuid(), $1, '', 'a browser', '127.0.0.1', ${AT}, ${AT}, ${AT}
     from generate_series(1, ${count}) as n`,
    owner,
  );
}
