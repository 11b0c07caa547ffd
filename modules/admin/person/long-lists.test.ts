/**
 * Tests long lists for a user who has 5,000 items of every kind. The pages of each list must
 * contain every item once, in order.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";

const EACH = 5_000;
/** Number of items with the same start time, which exceeds the page size. */
const TOGETHER = 1_250;
const PAGE = 500;

let office: BackOffice;
let admin: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  admin = await office.newAdministrator();
  ({ userId } = await signUp(office.server));
  await own(userId);
});
afterAll(() => office.close());

/** SQL for the start time of item n. Items of one group start in the same millisecond. */
const AT = `timestamptz '2026-01-01T00:00:00.123Z' + n / ${TOGETHER} * interval '1 hour'`;
/**
 * SQL for the time of session n. The times are recent, because older sessions would have expired.
 */
const LATELY = `date_trunc('milliseconds', now()) - n / ${TOGETHER} * interval '1 minute'`;

async function own(owner: string): Promise<void> {
  const { database } = office.deps;
  const ask = (sql: string) => database.query(sql, [owner]);
  await ask("insert into mining_miners (user_id) values ($1)");
  await ask(
    `with earners as (insert into mining_earners
       (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents, accrued_until)
       select case when n % 2 = 0 then 'ctr_' else 'bst_' end || n, $1, case when n % 2 = 0 then 'contract' else 'boost' end,
         1, ${AT}, '2099-01-01', 'ref_start', 10, 10, ${AT} from generate_series(1, ${EACH}) as n returning id, kind),
     contracts as (insert into mining_contracts (id, plan_id, name, power_kw)
       select id, 'p', 'Starter Rig', 1 from earners where kind = 'contract')
     insert into mining_boosts (id, multiplier_tenths) select id, 25 from earners where kind = 'boost'`,
  );
  await ask(
    `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
       locked_days, locked_sats, hold_id)
     select 'pos_' || n, $1, 'staking-90', 5000, 5000, ${AT}, '2099-01-01', 90, 0, gen_random_uuid()
     from generate_series(1, ${EACH}) as n`,
  );
  await ask(
    `with orders as (insert into shop_orders (id, user_id, item_id, name, quantity, unit_sats, unit_cents, ordered_at)
       select 'ord_' || n, $1, 'asic', 'Miner', 5, 10, 10, ${AT} from generate_series(1, ${EACH / 5}) as n returning id)
     insert into shop_rigs (id, order_id) select 'rig_' || substr(id, 5) || '-' || one, id from orders, generate_series(1, 5) as one`,
  );
  await ask(
    `insert into users_sessions (id, user_id, refresh_key_sealed, user_agent, ip, created_at, updated_at, last_used_at)
     select gen_random_uuid(), $1, '', 'a browser', '127.0.0.1', ${LATELY}, ${LATELY},
       case when n % 2 = 0 then ${LATELY} + interval '30 seconds' end from generate_series(1, ${EACH}) as n`,
  );
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
interface Asked {
  readonly cursor?: string;
  readonly limit: number;
}

async function readAll<Item>(list: (query: Asked) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined, pages = 1; ; pages += 1) {
    expect(pages).toBeLessThan(1_000);
    const page = await list({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(PAGE);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

const ask = (query: Asked) => ({ ...plainRequest, caller: admin, params: { userId }, query });

test("holdings of all kinds are listed together, newest first", async () => {
  const all = await readAll((query) => office.routes.listPersonHoldings(ask(query)));
  const place = ({ startedAt, id }: (typeof all)[number]) => `${startedAt.toISOString()} ${id}`;
  expect(all).toHaveLength(3 * EACH);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3 * EACH);
  expect(all.map(place)).toEqual(all.map(place).toSorted().toReversed());
  const kinds = Map.groupBy(all, ({ kind }) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))).toEqual({
    boost: EACH / 2,
    contract: EACH / 2,
    rig: EACH,
    staking: EACH,
  });
});

test("sessions are listed by last use", async () => {
  const all = await readAll((query) => office.routes.listPersonSessions(ask(query)));
  const place = ({ lastUsedAt, id }: (typeof all)[number]) => `${lastUsedAt.toISOString()} ${id}`;
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  // Signing up opened an additional session.
  expect(all).toHaveLength(EACH + 1);
  expect(all.map(place)).toEqual(all.map(place).toSorted().toReversed());
});

test("a cursor of a different list is refused", async () => {
  const { routes } = office;
  const { nextCursor: session } = await routes.listPersonSessions(ask({ limit: 1 }));
  const { nextCursor: holding } = await routes.listPersonHoldings(ask({ limit: 1 }));
  if (session === null || holding === null) throw new Error("no second page");
  await expect(routes.listPersonHoldings(ask({ limit: 1, cursor: session }))).rejects.toMatchObject(
    { code: "bad_cursor" },
  );
  await expect(routes.listPersonSessions(ask({ limit: 1, cursor: holding }))).rejects.toMatchObject(
    { code: "bad_cursor" },
  );
  const stranger = { userId: (await signUp(office.server)).userId };
  const page = await routes.listPersonHoldings({
    ...ask({ limit: 1, cursor: holding }),
    params: stranger,
  });
  expect(page).toEqual({ items: [], nextCursor: null });
});
