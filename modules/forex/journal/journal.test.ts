/**
 * Tests the journal: plans that freeze with the fill, notes, search, the CSV round trip, imports,
 * and the deletion with the account.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  giveLogin,
  openDatabase,
  prepareDatabase,
  readSchema,
  sqlState,
  type Database,
} from "#platform";
import { join } from "node:path";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, trader, type DeskTestDeps } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import type { Plan } from "../book/plans-table.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { withReplay } from "../replays/open-replay.ts";
import { startReplay } from "../replays/start-replay.ts";
import { forexJournalRoutes } from "../journal-routes.ts";
import { forexProduct } from "../product.ts";
import type { JournalDeps } from "./journal-deps.ts";

const file = fileDatabase({ asSuperuser: true });
let application: Database;
beforeAll(async () => {
  const schema = readSchema(join(import.meta.dirname, "../../.."));
  const { roles } = await prepareDatabase(file.url, schema);
  application = openDatabase(await giveLogin(file.url, roles.application), { connectionsMax: 2 });
});
afterAll(() => application.close());

let deps: DeskTestDeps;
let journalDeps: JournalDeps;
let routes: ReturnType<typeof forexJournalRoutes>;
let userId: string;
beforeEach(async () => {
  deps = deskDeps(file.database);
  journalDeps = { ...replayDeps(file.database, deps.clock), feed: deps.feed };
  routes = forexJournalRoutes(journalDeps);
  userId = await trader(deps);
});

const PLAN: Plan = { text: "Buy the break of 1.10.\nStop below the range.", tags: ["breakout"] };

/** Calls a route as the user. */
function as<Answer>(
  route: (input: never) => Promise<Answer>,
  input: object = {},
  caller = userId,
): Promise<Answer> {
  return route({ caller: { userId: caller }, query: { limit: 50 }, ...input } as never);
}

async function place(draft: object, plan?: Plan, replaces?: string): Promise<string> {
  const request = moneyRequest(userId, "placeForexOrder", { ...draft, key: randomUUID() });
  const whole = { type: "MARKET", instrument: "EUR_USD", units: "1000", ...draft } as const;
  const order = { request, draft: whole, plan, ...(replaces === undefined ? {} : { replaces }) };
  const { id } = await placeOrder(deps, order, (stored) => stored);
  deps.clock.advance(1_000);
  return id;
}

const pending = (plan?: Plan) => place({ type: "LIMIT", price: "0.5" }, plan);
const entryOf = (orderId: string) => as(routes.getForexJournalEntry, { params: { orderId } });
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "accepted",
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
const setNote = (orderId: string, body: object) =>
  as(routes.setForexJournalNote, {
    params: { orderId },
    body: { text: "", tags: [], mistakes: [], ...body },
  });
const setPlan = (orderId: string, body: Plan) =>
  as(routes.setForexJournalPlan, { params: { orderId }, body });

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
    const request = moneyRequest(userId, "cancelForexOrder");
    await cancelOrder(deps, { request, orderId: id }, ({ state }) => ({ state }));
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
    const other = await trader(deps);
    const input = { params: { orderId: id }, body: PLAN };
    expect(await refusalOf(as(routes.getForexJournalEntry, input, other))).toBe(
      "journal_entry_unknown",
    );
    expect(await refusalOf(as(routes.setForexJournalPlan, input, other))).toBe(
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

describe("notes", () => {
  test("a note has tags, mistakes and the time of its last change", async () => {
    const id = await place({}, PLAN);
    await setNote(id, { text: "Held too long.", tags: ["news"], mistakes: ["exited too early"] });
    const at = deps.clock.now();
    deps.clock.advance(60_000);
    const { note } = await setNote(id, { text: "Held.", tags: ["news"] });
    expect(note).toMatchObject({ text: "Held.", tags: ["news"], mistakes: [] });
    expect(note?.changedAt.getTime()).toBe(at.getTime() + 60_000);
  });

  test("a full journal accepts changes of a note, but no new note", async () => {
    const [first, second] = [await place({}), await place({})];
    await setNote(first, { text: "First" });
    await file.database.query(
      `insert into forex_orders (id, user_id, type, instrument, units, time_in_force, position_fill, trigger_condition, created_at)
       select 'fxo_full' || number, $1, 'LIMIT', 'EUR_USD', 1, 'GTC', 'DEFAULT', 'DEFAULT', now()
       from generate_series(1, 19999) as number`,
      [userId],
    );
    await file.database.query(
      `insert into forex_journal_notes (order_id, user_id, account_id, text, changed_at)
       select id, user_id, user_id, '', now() from forex_orders where id like 'fxo_full%'`,
    );
    expect((await setNote(first, { text: "Changed" })).note?.text).toBe("Changed");
    expect(await refusalOf(setNote(second, { text: "New" }))).toBe("journal_full");
  });

  test("a full journal accepts orders without a plan, and files that add nothing", async () => {
    const id = await place({}, PLAN);
    const planned = await pending(PLAN);
    const unplanned = await pending();
    await file.database.query(
      `insert into forex_orders (id, user_id, type, instrument, units, time_in_force, position_fill, trigger_condition, created_at)
       select 'fxo_plan' || number, $1, 'LIMIT', 'EUR_USD', 1, 'GTC', 'DEFAULT', 'DEFAULT', '2026-01-01'
       from generate_series(1, 19998) as number`,
      [userId],
    );
    await file.database.query(
      `insert into forex_journal_plans (order_id, user_id, account_id, text, written_at)
       select id, user_id, user_id, '', now() from forex_orders where id like 'fxo_plan%'`,
    );
    await file.database.query(
      `update forex_orders set state = 'CANCELLED', ended_at = now(), reason = 'CLIENT_REQUEST'
       where id like 'fxo_plan%'`,
    );
    expect(await refusalOf(place({}, PLAN))).toBe("journal_full");
    const replace = (id: string) => place({ type: "LIMIT", price: "0.6" }, undefined, id);
    expect(await refusalOf(replace(planned))).toBe("journal_full");
    await replace(unplanned);
    await place({});
    const text = `Order,Plan,Plan tags,Note,Tags,Mistakes\n${id},,,x,,`;
    expect(await as(routes.importForexJournal, { body: { text } })).toEqual({
      rows: 1,
      changed: 1,
    });
  });

  test("entries are found by tag, mistake, instrument, period and text", async () => {
    const first = await place({}, PLAN);
    const second = await place({ instrument: "USD_JPY" });
    await setNote(second, { text: "Chased İt & lost.", tags: ["fomo"], mistakes: ["too late"] });
    const found = async (query: object) =>
      (await as(routes.listForexJournal, { query: { limit: 50, ...query } })).items.map(
        ({ id }) => id,
      );
    expect(await found({})).toEqual([second, first]);
    expect(await found({ tag: "breakout" })).toEqual([first]);
    expect(await found({ tag: "fomo" })).toEqual([second]);
    expect(await found({ mistake: "too late" })).toEqual([second]);
    expect(await found({ instrument: "USD_JPY" })).toEqual([second]);
    expect(await found({ text: "BREAK of" })).toEqual([first]);
    expect(await found({ text: "usd/jpy" })).toEqual([second]);
    expect(await found({ text: "%" })).toEqual([]);
    expect(await found({ from: deps.clock.now() })).toEqual([]);
    expect(await found({ to: deps.clock.now() })).toHaveLength(2);
    expect(await found({ limit: 1 })).toEqual([second]);
    expect(await found({ cursor: second })).toEqual([first]);
    expect(await as(routes.getForexJournalLabels)).toEqual({
      tags: ["breakout", "fomo"],
      mistakes: ["too late"],
    });
  });
});

describe("the CSV file", () => {
  const exported = () => as(routes.exportForexJournal, { query: {} });
  const imported = (text: string) => as(routes.importForexJournal, { body: { text } });
  const stored = () =>
    file.database.query("select * from forex_journal_notes where user_id = $1 order by order_id", [
      userId,
    ]);

  test.each([
    "=1+1",
    "'=1",
    "'quoted'",
    "-5",
    '"a", b;\nc\t"',
    "+x",
    "plain",
    "@home\nsecond line",
  ])("the text %j is the same after export and import", async (text) => {
    const id = await place({}, { text, tags: ["a b", "=c"] });
    await setNote(id, { text, tags: ["x"], mistakes: ["no stop loss"] });
    const [before, csv] = [await stored(), await exported()];
    expect(csv).not.toMatch(/(?:^|,)"?[=+@]/m);
    expect(await imported(csv)).toEqual({ rows: 1, changed: 0 });
    await setNote(id, { text: "Overwritten" });
    expect(await imported(csv)).toEqual({ rows: 1, changed: 1 });
    const [after] = await stored();
    expect({ ...after, changed_at: 0 }).toEqual({ ...before[0], changed_at: 0 });
  });

  test("a long journal is exported in files that can be imported", async () => {
    await file.database.query(
      `insert into forex_orders (id, user_id, type, instrument, units, time_in_force, position_fill, trigger_condition, created_at)
       select 'fxo_long' || number, $1, 'LIMIT', 'EUR_USD', 1, 'GTC', 'DEFAULT', 'DEFAULT', '2026-01-01'
       from generate_series(1, 5100) as number`,
      [userId],
    );
    await file.database.query(
      `insert into forex_journal_plans (order_id, user_id, account_id, text, written_at)
       select id, user_id, user_id, case when id < 'fxo_long1' || '5' then repeat('\u6f22', 2000) else 'Short' end, now()
       from forex_orders where id like 'fxo_long%'`,
    );
    let rows = 0;
    let files = 0;
    let cursor: string | undefined;
    do {
      const csv = await as(routes.exportForexJournal, { query: { cursor } });
      expect(Buffer.byteLength(JSON.stringify(csv))).toBeLessThan(3_200_000);
      rows += (await imported(csv)).rows;
      files += 1;
      cursor = /More: ask with cursor=(\w+)/.exec(csv)?.[1];
    } while (cursor !== undefined);
    expect(rows).toBe(5_100);
    expect(files).toBeGreaterThan(1);
  });

  test("a file changes the plan of a pending order", async () => {
    const id = await pending(PLAN);
    const csv = (await exported()).replace("Stop below the range.", "No stop.");
    expect(await imported(csv)).toEqual({ rows: 1, changed: 1 });
    expect((await entryOf(id)).plan?.text).toMatch(/No stop\.$/);
  });

  test("a file with another user's order does not wait for that order", async () => {
    const id = await pending(PLAN);
    const other = await trader(deps);
    const text = `Order,Plan,Plan tags,Note,Tags,Mistakes\n${id},Mine,,,,`;
    await file.database.transaction(async (tx) => {
      await tx.query("select from forex_orders where id = $1 for update", [id]);
      const input = { body: { text } };
      expect(await refusalOf(as(routes.importForexJournal, input, other))).toBe(
        "journal_file_order",
      );
    });
  });

  test("a note of an order that is no entry is refused", async () => {
    const id = await pending();
    const rowOf = (plan: string) =>
      `Order,Plan,Plan tags,Note,Tags,Mistakes\n${id},${plan},,A note,,`;
    expect(await refusalOf(imported(rowOf("")))).toBe("journal_file_order");
    expect(await imported(rowOf("A plan"))).toEqual({ rows: 1, changed: 1 });
  });

  test("a file with other line breaks has the same texts", async () => {
    const id = await place({}, PLAN);
    await setNote(id, { text: "One\nTwo" });
    const csv = (await exported()).replaceAll("\r\n", "\n");
    expect(await imported(csv)).toEqual({ rows: 1, changed: 0 });
    expect(await imported(csv.replaceAll("\n", "\r\n"))).toEqual({ rows: 1, changed: 0 });
  });

  test("a file with semicolons is read", async () => {
    const id = await place({});
    const text = `Order;Plan;Plan tags;Note;Tags;Mistakes\r\n${id};;;"From a; sheet";"a, B";\r\n`;
    expect(await imported(text)).toEqual({ rows: 1, changed: 1 });
    expect((await entryOf(id)).note).toMatchObject({ text: "From a; sheet", tags: ["a", "b"] });
  });

  const HEAD = "Order,Plan,Plan tags,Note,Tags,Mistakes";
  test.each([
    ["a missing column", () => "Order,Note\nx,y", /column Plan is missing/],
    ["no rows", () => `${HEAD}\n`, /no rows/],
    [
      "an unknown order",
      () => `${HEAD}\nfxo_none,,,x,,`,
      /Line 2: this journal has no order fxo_none/,
    ],
    [
      "a repeated order",
      (id: string) => `${HEAD}\n${id},,,x,,\n${id},,,y,,`,
      /Line 3: .* earlier line/,
    ],
    ["a changed plan", (id: string) => `${HEAD}\n\n${id},Other,,,,`, /Line 3: the plan differs/],
    [
      "a long note",
      (id: string) => `${HEAD}\n${id},,,${"x".repeat(5_001)},,`,
      /Line 2: the note .* 5,000/,
    ],
    ["a control character", (id: string) => `${HEAD}\n${id},,,a\u0000b,,`, /Line 2: the note/],
    ["too many tags", (id: string) => `${HEAD}\n${id},,,,a;b;c;d;e;f;g;h;i;j;k,`, /Line 2: tags/],
    ["a long tag", (id: string) => `${HEAD}\n${id},,,,${"x".repeat(31)},`, /Line 2: tags/],
    ["an open quotation mark", (id: string) => `${HEAD}\n${id},,,"x`, /line 2 is never closed/],
  ])("%s is refused with line and reason, and changes nothing", async (_, textOf, reason) => {
    const id = await place({}, PLAN);
    const refused = imported(textOf(id)).then(
      () => "accepted",
      (error: Error) => error.message,
    );
    expect(await refused).toMatch(reason);
    expect(await stored()).toEqual([]);
  });
});

test("a replay has its own journal", async () => {
  const live = await place({}, PLAN);
  const { id: replayId } = await startReplay(journalDeps, {
    request: moneyRequest(userId, "startReplay"),
    subject: { famous: "eur-chf-2015" },
    pace: 0,
  });
  const replayed = await withReplay(
    journalDeps,
    { userId, replayId, ip: "192.0.2.1" },
    ({ desk }) =>
      placeOrder(
        desk,
        {
          request: moneyRequest(userId, "placeReplayOrder"),
          draft: { type: "MARKET", instrument: "EUR_CHF", units: "1000" },
          plan: { text: "In a replay", tags: ["replay"] },
        },
        ({ id }) => id,
      ),
  );
  await setNote(replayed, { text: "Learned" });
  const idsIn = async (query: object) =>
    (await as(routes.listForexJournal, { query: { limit: 9, ...query } })).items.map(
      ({ id }) => id,
    );
  expect(await idsIn({})).toEqual([live]);
  expect(await idsIn({ replay: replayId })).toEqual([replayed]);
  const csv = await as(routes.exportForexJournal, { query: { replay: replayId } });
  expect(csv).toContain("Learned");
  expect(await refusalOf(as(routes.importForexJournal, { body: { text: csv } }))).toBe(
    "journal_file_order",
  );
  expect(await refusalOf(idsIn({ replay: randomUUID() }))).toBe("replay_unknown");
});

describe("imports", () => {
  const HEAD =
    "ID,Symbol,Opening direction,Opening time (UTC+0),Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Net USD";
  const line = (id: string, hour: string) =>
    `${id},EURUSD,Sell,2026-03-02 0${hour}:00:00,2026-03-02 0${hour}:30:00,1.1,1.2,0.01 Lots,-100.50`;
  const add = (text: string, caller?: string) =>
    as(routes.addJournalImport, { body: { name: "history.csv", text } }, caller);
  const tradesOf = async () => (await as(routes.listImportedTrades)).items;

  test("trades are stored once, and duplicates are counted", async () => {
    const first = await add([HEAD, line("1", "1"), line("2", "2")].join("\n"));
    expect(first).toMatchObject({ format: "CTRADER", trades: 2, duplicates: 0, currency: "USD" });
    const second = await add([HEAD, line("2", "2"), line("3", "3"), line("3", "3")].join("\n"));
    expect(second).toMatchObject({ trades: 1, duplicates: 2 });
    expect((await tradesOf()).map(({ ticket }) => ticket)).toEqual(["3", "2", "1"]);
    expect((await as(routes.listJournalImports)).items).toMatchObject([second, first]);
    const page = await as(routes.listImportedTrades, { query: { limit: 2 } });
    const rest = { query: { limit: 2, cursor: page.nextCursor ?? "" } };
    expect((await as(routes.listImportedTrades, rest)).items.map(({ ticket }) => ticket)).toEqual([
      "1",
    ]);
  });

  test("an imported trade is in no account, ledger or live journal", async () => {
    const counts = () =>
      file.database.query(
        "select (select count(*) from ledger_transfers) as transfers, (select count(*) from forex_trades) as trades",
      );
    const before = await counts();
    await add([HEAD, line("1", "1")].join("\n"));
    expect(await counts()).toEqual(before);
    expect((await as(routes.listForexJournal)).items).toEqual([]);
    expect(await tradesOf()).toMatchObject([
      { side: "sell", units: 1_000, resultCents: -10_050n, swapCents: 0n, commissionCents: 0n },
    ]);
  });

  test("the owner can delete an import with its trades", async () => {
    const { id } = await add([HEAD, line("1", "1")].join("\n"));
    const input = { params: { importId: id } };
    const other = await trader(deps);
    expect(await refusalOf(as(routes.removeJournalImport, input, other))).toBe("import_unknown");
    expect(await as(routes.removeJournalImport, input)).toEqual({ isRemoved: true });
    expect(await tradesOf()).toEqual([]);
    expect(await refusalOf(as(routes.removeJournalImport, input))).toBe("import_unknown");
  });

  test("a user can keep at most 20 imports", async () => {
    const text = [HEAD, line("1", "1")].join("\n");
    for (let index = 0; index < 20; index += 1) await add(text);
    expect(await refusalOf(add(text))).toBe("too_many_imports");
  });
});

test("the journal is deleted with the account", async () => {
  const id = await place({}, PLAN);
  await setNote(id, { text: "Private" });
  const other = await trader(deps);
  await file.database.transaction((tx) =>
    forexProduct(deps.feed).forget(tx, { userId, now: deps.clock.now() }),
  );
  const counts = await file.database.query<{ rows: number }>(
    `select (select count(*)::int from forex_journal_plans where user_id = $1)
       + (select count(*)::int from forex_journal_notes where user_id = $1)
       + (select count(*)::int from forex_imported_trades where user_id = $1) as rows`,
    [userId],
  );
  expect(counts).toEqual([{ rows: 0 }]);
  expect(await refusalOf(pending(PLAN))).toBe("HF001");
  userId = other;
  expect((await entryOf(await pending(PLAN))).plan).toMatchObject(PLAN);
});
