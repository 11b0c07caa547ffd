/** What is under way is counted by the indexes of what is open, however much is over. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/database.ts";

const installation = fileDatabase();

test.each(["wallet_withdrawals", "wallet_simulated_payouts"])(
  "%s has an index of those that are open",
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
