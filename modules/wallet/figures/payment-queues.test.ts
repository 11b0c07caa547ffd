/**
 * Tests that open payments are counted with a partial index, so that the cost does not grow with
 * the number of finished payments.
 */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { plantSent } from "../testing/plant-sent.ts";
import { openPaymentsOf } from "./payment-queues.ts";

const installation = fileDatabase();

test.each(["wallet_withdrawals", "wallet_simulated_payouts"])(
  "%s has a partial index for open payments",
  async (table) => {
    await installation.database.transaction(async (tx) => {
      await tx.query("set local enable_seqscan = off");
      const plan = await tx.query<{ "QUERY PLAN": string }>(
        `explain select requested_at from ${table} where state not in ('completed', 'rejected', 'cancelled')`,
      );
      expect(JSON.stringify(plan)).toContain(`${table}_open`);
    });
  },
);

test("a returned payment counts as open while a block contains it", async () => {
  const { database } = installation;
  const { userId } = await testUser(database);
  const id = await plantSent(database, userId);
  const become = (change: string) =>
    database.query(`update wallet_withdrawals set ${change} where id = $1`, [id]);
  const open = () => openPaymentsOf(database, userId);
  expect(await open()).toBe(1);
  await become("state = 'conflicted', book = 'returned'");
  expect(await open()).toBe(0);
  await become("state = 'confirming', height = 2");
  expect(await open()).toBe(1);
});
