/** Tests that concurrent callers cannot claim the same spare coins twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, outsideAccount, postAll } from "#ledger";
import { miningProduct } from "#mining";
import { newUuid } from "#platform";
import { testDatabase } from "../../test/support/servers/database.ts";
import { testUser } from "../../test/support/people/user.ts";
import { claimSpareSats } from "./cover.ts";
import { countCover } from "./fund-payouts.ts";

const TREASURY = houseAccount("treasury", "BTC");
const FUND = houseAccount("earn-funding", "BTC");
const treasury = { products: [miningProduct(24)] };

let own: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const moved = (debit: string, credit: string, amount: bigint) =>
  ({ id: newUuid(), debit, credit, amount, code: "treasury_transfer" }) as const;

test("of ten concurrent claims on all spare coins, exactly one succeeds", async () => {
  const { database } = own;
  const { userId } = await testUser(database);
  await database.query("insert into mining_miners (user_id) values ($1)", [userId]);
  await database.query(
    `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents,
       accrued_until)
     select 'ctr_1', $1, 'contract', 300000000000000, now(), now() + interval '30 days', id, 1, 1, now()
     from treasury_reference_values order by valid_from desc limit 1`,
    [userId],
  );
  const now = new Date();
  const { owedSats } = await countCover(database, treasury, now);
  await database.transaction((tx) =>
    postAll(tx, [moved(outsideAccount("chain"), TREASURY, owedSats + 1_000n)]),
  );
  const take = () =>
    database.transaction(async (tx) => {
      const wanted = { now, wantedSats: 1n << 62n, leastSats: 1n };
      const spare = await claimSpareSats(tx, treasury, wanted);
      if (spare > 0n) await postAll(tx, [moved(TREASURY, FUND, spare)]);
    });
  await Promise.all(Array.from({ length: 10 }, take));
  expect(await accountBalance(database, FUND)).toBe(1_000n);
  expect(await accountBalance(database, TREASURY)).toBe(owedSats);
});
