/**
 * Tests orders that reach the market just before 17:00 New York time but are written after 17:00.
 */
import { beforeEach, expect, test, vi } from "vitest";
import {
  asSuperuser,
  fileDatabase,
  waitingForLocks,
} from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";

const file = fileDatabase();
let deps: DeskTestDeps;
beforeEach(async () => {
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
  deps = deskDeps(file.database, { start: "2026-09-16T20:59:58Z" });
  await runEngineFor(deps, 0);
});

const waiting = (count: number) =>
  vi.waitFor(async () => expect(await waitingForLocks(file.database)).toBe(count), 15_000);

test("the financing waits for an order that is being written", async () => {
  const userId = await trader(deps);
  const [sent, processed] = await asSuperuser(file.database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("lock table forex_transactions in exclusive mode");
      const ordered = order(deps, userId, { units: "10000" });
      await waiting(1);
      deps.clock.set(new Date("2026-09-16T20:59:59.500Z"));
      const running = runEngineFor(deps, 3_000);
      await waiting(2);
      return [ordered, running].map((one) => one.catch((error: unknown) => error));
    }),
  );
  expect(await sent).toMatchObject({ state: "FILLED" });
  expect(await processed).toBeUndefined();
  const [last] = await transactionsOf(file.database, userId, { limit: 1 });
  expect(last).toMatchObject({ type: "DAILY_FINANCING", at: new Date("2026-09-16T21:00:00Z") });
});

test("an order is refused if the financing begins before it is written", async () => {
  const userId = await trader(deps);
  const sent = await asSuperuser(file.database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("select from forex_accounts where user_id = $1 for update", [userId]);
      const ordered = order(deps, userId, { units: "10000" }).catch((error: unknown) => error);
      await waiting(1);
      deps.clock.set(new Date("2026-09-16T20:59:59.500Z"));
      await runEngineFor(deps, 3_000);
      return [ordered];
    }),
  );
  expect(await sent[0]).toMatchObject({ code: "market_halted" });
  expect(await openTradesOf(file.database, userId)).toEqual([]);
});
