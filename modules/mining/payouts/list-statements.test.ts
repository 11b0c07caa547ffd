/** Days that an earlier version has compacted stay readable and add up. */
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { fundTreasury, miningDeps, moneyRequest } from "../../../test/support/money/mining.ts";
import { expect, test } from "vitest";
import { buyContract } from "../plans/buy-contract.ts";
import { startMining } from "../start-mining.ts";
import { statementOf } from "../testing/paid-days.ts";
import { mustAddUp } from "../testing/statement-oracle.ts";
import { payOutDue } from "./payout-round.ts";

const books = fileDatabase();
const HOUR = 3_600_000;

/** Turns the first payout into a compacted day of 60 payouts, as the earlier version stored it. */
const COMPACT = `
  with payout as (select * from mining_payouts where user_id = $1 order by position limit 1),
  day as (
    insert into mining_daily_payouts (id, position, earner_id, first_number, last_number, user_id, from_at, to_at, carry_before,
      nanosats, payout_sats, carry_after, compacted_at)
    select 'pay_compacted', position, earner_id, number, number + 59, user_id, from_at, to_at, carry_before, nanosats,
      payout_sats, carry_after, to_at from payout
    returning id
  )
  insert into mining_daily_lines (payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats)
  select 'pay_compacted', line, s.stretch_from, s.from_at, s.to_at, hash_rate, reference_id, s.nanosats
  from mining_lines s join payout on payout.id = s.payout_id`;

const REMOVE = `
  alter table mining_segments disable trigger user; alter table mining_payouts disable trigger user;
  delete from mining_segments where payout_id = (select id from mining_payouts order by position limit 1);
  delete from mining_payouts where position = (select min(position) from mining_payouts);
  alter table mining_segments enable trigger user; alter table mining_payouts enable trigger user`;

test("a compacted day is one statement that adds up", async () => {
  const { database } = books;
  await fundTreasury(database, 10_000_000n);
  const deps = miningDeps(database);
  const userId = await userWith(database, { sats: 165_000n });
  await buyContract(deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
  await startMining(deps, { userId });
  for (let hour = 0; hour < 3; hour += 1) {
    deps.clock.advance(HOUR);
    await payOutDue(deps);
  }
  const before = await statementOf(database, userId);
  await asSuperuser(database, async (superuser) => {
    await superuser.query(COMPACT, [userId]);
    await superuser.query(REMOVE);
  });
  const [day, ...payouts] = await statementOf(database, userId, { limit: 1 });
  expect(day).toMatchObject({
    ...before[0],
    id: "pay_compacted",
    payouts: 60,
    compactedAt: before[0]?.to,
    transferId: null,
  });
  expect(payouts).toEqual(before.slice(1));
  for (const statement of [day, ...payouts]) if (statement) mustAddUp(statement);
});

test("nothing can be deleted from the payouts", async () => {
  await expect(
    asSuperuser(books.database, (superuser) => superuser.query("delete from mining_payouts")),
  ).rejects.toMatchObject({ code: "HF001" });
});
