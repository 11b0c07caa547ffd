/** Tests plans of orders, which a trigger freezes with the fill. */
import { join } from "node:path";
import {
  giveLogin,
  openDatabase,
  prepareDatabase,
  readSchema,
  sqlState,
  type Database,
} from "#platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { trader } from "../../../test/support/money/forex.ts";
import { journalDesk, PLAN, refusalOf } from "../../../test/support/money/journal-desk.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { cancelOrder } from "../orders/cancel-order.ts";

const file = fileDatabase({ asSuperuser: true });
let application: Database;
beforeAll(async () => {
  const schema = readSchema(join(import.meta.dirname, "../../.."));
  const { roles } = await prepareDatabase(file.url, schema);
  application = openDatabase(await giveLogin(file.url, roles.application), { connectionsMax: 2 });
});
afterAll(() => application.close());

const desk = journalDesk(file);
const { as, entryOf, pending, place, setPlan } = desk;

describe("the plan of an order", () => {
  test("a plan that is sent with a market order is stored and cannot be changed", async () => {
    const id = await place({}, PLAN);
    const entry = await entryOf(id);
    expect(entry).toMatchObject({ plan: PLAN, isPlanFrozen: true, orderState: "FILLED" });
    expect(entry.trade?.id).toBe(id.replace("fxo_", "fxt_"));
    expect(await refusalOf(setPlan(id, { text: "Other", tags: [] }))).toBe("journal_plan_frozen");
  });

  test("the owner can change the plan of a pending order until it ends", async () => {
    const id = await pending();
    expect(await refusalOf(entryOf(id))).toBe("journal_entry_unknown");
    await setPlan(id, PLAN);
    const changed = await setPlan(id, { text: "Wait for London.", tags: ["session", "session"] });
    expect(changed.plan).toMatchObject({ text: "Wait for London.", tags: ["session"] });
    const request = moneyRequest(desk.userId, "cancelForexOrder");
    await cancelOrder(desk.deps, { request, orderId: id }, ({ state }) => ({ state }));
    expect(await refusalOf(setPlan(id, PLAN))).toBe("journal_plan_frozen");
    expect((await entryOf(id)).plan?.text).toBe("Wait for London.");
  });

  test("a replacement without a plan keeps the plan of the replaced order", async () => {
    const id = await pending(PLAN);
    const next = await place({ type: "LIMIT", price: "0.6" }, undefined, id);
    expect((await entryOf(next)).plan).toMatchObject(PLAN);
  });

  test("another user cannot see or change the plan", async () => {
    const id = await pending(PLAN);
    const other = await trader(desk.deps);
    const input = { params: { orderId: id }, body: PLAN };
    expect(await refusalOf(as(desk.routes.getForexJournalEntry, input, other))).toBe(
      "journal_entry_unknown",
    );
    expect(await refusalOf(as(desk.routes.setForexJournalPlan, input, other))).toBe(
      "journal_entry_unknown",
    );
  });
});

describe("SQL of the application's role", () => {
  const FROZEN = "HF001";
  const answerTo = (sql: string, id: string) =>
    application.query(sql, [id]).then(() => "accepted", sqlState);
  const insert = `insert into forex_journal_plans (order_id, user_id, account_id, text, written_at)
    select id, user_id, user_id, 'Later', now() from forex_orders where id = $1`;
  const update = "update forex_journal_plans set text = 'Later' where order_id = $1";

  test("the plan of a pending order can be inserted and updated", async () => {
    const id = await pending();
    expect(await answerTo(insert, id)).toBe("accepted");
    expect(await answerTo(update, id)).toBe("accepted");
  });

  test.each([
    ["insert", insert, undefined],
    ["update", update, PLAN],
    ["delete", "delete from forex_journal_plans where order_id = $1", PLAN],
  ])("%s is refused after the fill", async (_, sql, plan) => {
    expect(await answerTo(sql, await place({}, plan))).toBe(FROZEN);
  });

  test("an order that is set back to pending does not open its plan again", async () => {
    const id = await place({}, PLAN);
    const reset = `update forex_orders set state = 'PENDING', ended_at = null, fill_transaction = null where id = $1`;
    expect(await answerTo(reset, id)).toBe("accepted");
    expect(await answerTo(update, id)).toBe(FROZEN);
  });

  test("a plan cannot be moved to another order, deleted or truncated", async () => {
    const id = await pending(PLAN);
    const moved = `update forex_journal_plans set user_id = gen_random_uuid() where order_id = $1`;
    expect(await answerTo(moved, id)).toBe(FROZEN);
    expect(await answerTo("delete from forex_journal_plans where order_id = $1", id)).toBe(FROZEN);
    const truncate = application.query("truncate forex_journal_plans");
    expect(await truncate.then(() => "accepted", sqlState)).toBe("42501");
  });

  test("a change waits for a fill in progress and is then refused", async () => {
    const id = await pending(PLAN);
    let change: Promise<string | undefined> | undefined;
    await file.database.transaction(async (tx) => {
      await tx.query(
        "update forex_orders set state = 'FILLED', ended_at = now(), fill_transaction = 1 where id = $1",
        [id],
      );
      change = answerTo(update, id);
      await expect
        .poll(() =>
          file.database.query(
            "select 1 from pg_locks where not granted and locktype = 'transactionid'",
          ),
        )
        .toHaveLength(1);
    });
    expect(await change).toBe(FROZEN);
  });
});
