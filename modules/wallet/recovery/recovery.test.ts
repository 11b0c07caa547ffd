/** Tests the recovery report for administrators with many open payments. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { insertCursor } from "../chain/chain-table.ts";
import { lockPayments } from "../chain/payments-lock.ts";
import { recoveryNow } from "./recovery.ts";

const installation = fileDatabase();

test("all open payments are counted, but only the oldest 200 are listed", async () => {
  const { database } = installation;
  const { userId } = await testUser(database);
  await database.transaction(async (tx) => {
    await insertCursor(tx, { network: "regtest", height: 1, hash: "00" });
    await lockPayments(tx, { reason: "a test" });
  });
  await database.query(
    `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
       state, requested_at, approvals_required)
     select 'wdr_' || n, 'user', $1, 'wallet', 'regtest', 'bcrt1qtest', '00', 100000, 1000,
       case when n <= 200 then 'in_review' else 'requested' end, now() + n * interval '1 second', 1
     from generate_series(1, 203) as n`,
    [userId],
  );
  const recovery = await recoveryNow(database);
  expect(recovery?.open).toHaveLength(200);
  expect(new Set(recovery?.open.map(({ state }) => state))).toEqual(new Set(["in_review"]));
  expect(recovery).toMatchObject({ openCount: 203, unpaidCount: 3 });
});
