/** Tests that each kind of asset blocks the deletion of an account and is named in the refusal. */
import { randomUUID } from "node:crypto";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, type Queryable } from "#platform";
import { expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { deletionBlockersOf } from "./blocking-assets.ts";

const installation = fileDatabase();

test("a new account has no deletion blockers", async () => {
  const { userId } = await testUser(installation.database);
  expect(await deletionBlockersOf(installation.database, operator.products, userId)).toEqual([]);
});

const DEPOSIT = `insert into wallet_deposits
  (id, txid, vout, user_id, address, amount_sats, is_coinbase, in_mempool, seen_at)
  values ($2, $2, 0, $1, 'a', 7, false, true, now())`;
const PAYOUT = `insert into wallet_simulated_payouts
  (id, user_id, method, amount_sats, fee_sats, paid_cents, rate_usd_per_btc, state, requested_at, next_at)
  values ($2, $1, 'bank', 20, 10, 1, '60000', 'processing', now(), now())`;
const GRANT = `insert into wallet_withdrawals
  (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats, state, requested_at)
  values ($2, 'faucet', $1, 'wallet', 'regtest', 'a', '00', 20, 0, 'approved', now())`;
const DEBT = "insert into wallet_debts (account, user_id, owed_sats) values ($2, $1, 5)";
const RIG = `with bought as (
    insert into shop_orders (id, user_id, item_id, name, quantity, unit_sats, unit_cents, ordered_at)
    values ($2, $1, 's19-pro', 'S19 Pro', 1, 1, 1, now()) returning id)
  insert into shop_rigs (id, order_id) select $2, id from bought`;

test.each([
  ["0.00000007 BTC on the way", DEPOSIT],
  ["1 open withdrawal", PAYOUT],
  ["1 faucet grant on its way", GRANT],
  ["a debt from a reversed deposit", DEBT],
  ["1 rig not sold back", RIG],
])("the deletion is blocked by %s", async (words, sql) => {
  const { userId } = await testUser(installation.database);
  await installation.database.query(sql, [userId, randomUUID()]);
  expect(await deletionBlockersOf(installation.database, operator.products, userId)).toEqual([
    words,
  ]);
});

test("a deposit credited between the two checks still blocks the deletion", async () => {
  const { userId } = await testUser(installation.database);
  const depositId = randomUUID();
  await installation.database.query(DEPOSIT, [userId, depositId]);
  let isCredited = false;
  const interrupted: Queryable = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      const rows = await installation.database.query<Row>(text, values);
      if (!isCredited) await credit(userId, depositId);
      isCredited = true;
      return rows;
    },
  };
  expect(await deletionBlockersOf(interrupted, operator.products, userId)).toEqual([
    "0.00000007 BTC",
  ]);
});

async function credit(userId: string, depositId: string): Promise<void> {
  const sent = { debit: outsideAccount("chain"), credit: userAccount(userId, "available", "BTC") };
  await asSuperuser(installation.database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("delete from wallet_deposits where id = $1", [depositId]);
      await postAll(tx, [{ ...sent, id: newUuid(), amount: 7n, code: "deposit" }]);
    }),
  );
}
