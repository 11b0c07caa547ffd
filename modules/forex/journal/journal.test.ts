/** Tests notes, search, the journal of a replay, imports, and the deletion with the account. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { trader } from "../../../test/support/money/forex.ts";
import { journalDesk, PLAN, refusalOf } from "../../../test/support/money/journal-desk.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { placeOrder } from "../orders/place-order.ts";
import { withReplay } from "../replays/open-replay.ts";
import { startReplay } from "../replays/start-replay.ts";
import { forexProduct } from "../product.ts";

const file = fileDatabase({ asSuperuser: true });
const desk = journalDesk(file);
const { as, entryOf, pending, place, setNote } = desk;

describe("notes", () => {
  test("a note has tags, mistakes and the time of its last change", async () => {
    const id = await place({}, PLAN);
    await setNote(id, { text: "Held too long.", tags: ["news"], mistakes: ["exited too early"] });
    const at = desk.deps.clock.now();
    desk.deps.clock.advance(60_000);
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
      [desk.userId],
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
      [desk.userId],
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
    const replace = (old: string) => place({ type: "LIMIT", price: "0.6" }, undefined, old);
    expect(await refusalOf(replace(planned))).toBe("journal_full");
    await replace(unplanned);
    await place({});
    const text = `Order,Plan,Plan tags,Note,Tags,Mistakes\n${id},,,x,,`;
    expect(await as(desk.routes.importForexJournal, { body: { text } })).toEqual({
      rows: 1,
      changed: 1,
    });
  });

  test("entries are found by tag, mistake, instrument, period and text", async () => {
    const first = await place({}, PLAN);
    const second = await place({ instrument: "USD_JPY" });
    await setNote(second, { text: "Chased İt & lost.", tags: ["fomo"], mistakes: ["too late"] });
    const found = async (query: object) =>
      (await as(desk.routes.listForexJournal, { query: { limit: 50, ...query } })).items.map(
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
    expect(await found({ from: desk.deps.clock.now() })).toEqual([]);
    expect(await found({ to: desk.deps.clock.now() })).toHaveLength(2);
    expect(await found({ limit: 1 })).toEqual([second]);
    expect(await found({ cursor: second })).toEqual([first]);
    expect(await as(desk.routes.getForexJournalLabels)).toEqual({
      tags: ["breakout", "fomo"],
      mistakes: ["too late"],
    });
  });
});

test("a replay has its own journal", async () => {
  const live = await place({}, PLAN);
  const { id: replayId } = await startReplay(desk.journalDeps, {
    request: moneyRequest(desk.userId, "startReplay"),
    subject: { famous: "eur-chf-2015" },
    pace: 0,
  });
  const replayed = await withReplay(
    desk.journalDeps,
    { userId: desk.userId, replayId, ip: "192.0.2.1" },
    (replay) =>
      placeOrder(
        replay.desk,
        {
          request: moneyRequest(desk.userId, "placeReplayOrder"),
          draft: { type: "MARKET", instrument: "EUR_CHF", units: "1000" },
          plan: { text: "In a replay", tags: ["replay"] },
        },
        ({ id }) => id,
      ),
  );
  await setNote(replayed, { text: "Learned" });
  const idsIn = async (query: object) =>
    (await as(desk.routes.listForexJournal, { query: { limit: 9, ...query } })).items.map(
      ({ id }) => id,
    );
  expect(await idsIn({})).toEqual([live]);
  expect(await idsIn({ replay: replayId })).toEqual([replayed]);
  const csv = await as(desk.routes.exportForexJournal, { query: { replay: replayId } });
  expect(csv).toContain("Learned");
  expect(await refusalOf(as(desk.routes.importForexJournal, { body: { text: csv } }))).toBe(
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
    as(desk.routes.addJournalImport, { body: { name: "history.csv", text } }, caller);
  const tradesOf = async () => (await as(desk.routes.listImportedTrades)).items;

  test("trades are stored once, and duplicates are counted", async () => {
    const first = await add([HEAD, line("1", "1"), line("2", "2")].join("\n"));
    expect(first).toMatchObject({ format: "CTRADER", trades: 2, duplicates: 0, currency: "USD" });
    const second = await add([HEAD, line("2", "2"), line("3", "3"), line("3", "3")].join("\n"));
    expect(second).toMatchObject({ trades: 1, duplicates: 2 });
    expect((await tradesOf()).map(({ ticket }) => ticket)).toEqual(["3", "2", "1"]);
    expect((await as(desk.routes.listJournalImports)).items).toMatchObject([second, first]);
    const page = await as(desk.routes.listImportedTrades, { query: { limit: 2 } });
    const rest = { query: { limit: 2, cursor: page.nextCursor ?? "" } };
    expect(
      (await as(desk.routes.listImportedTrades, rest)).items.map(({ ticket }) => ticket),
    ).toEqual(["1"]);
  });

  test("an imported trade is in no account, ledger or live journal", async () => {
    const counts = () =>
      file.database.query(
        "select (select count(*) from ledger_transfers) as transfers, (select count(*) from forex_trades) as trades",
      );
    const before = await counts();
    await add([HEAD, line("1", "1")].join("\n"));
    expect(await counts()).toEqual(before);
    expect((await as(desk.routes.listForexJournal)).items).toEqual([]);
    expect(await tradesOf()).toMatchObject([
      { side: "sell", units: 1_000, resultCents: -10_050n, swapCents: 0n, commissionCents: 0n },
    ]);
  });

  test("the owner can delete an import with its trades", async () => {
    const { id } = await add([HEAD, line("1", "1")].join("\n"));
    const input = { params: { importId: id } };
    const other = await trader(desk.deps);
    expect(await refusalOf(as(desk.routes.removeJournalImport, input, other))).toBe(
      "import_unknown",
    );
    expect(await as(desk.routes.removeJournalImport, input)).toEqual({ isRemoved: true });
    expect(await tradesOf()).toEqual([]);
    expect(await refusalOf(as(desk.routes.removeJournalImport, input))).toBe("import_unknown");
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
  const other = await trader(desk.deps);
  await file.database.transaction((tx) =>
    forexProduct(desk.deps.feed).forget(tx, { userId: desk.userId, now: desk.deps.clock.now() }),
  );
  const counts = await file.database.query<{ rows: number }>(
    `select (select count(*)::int from forex_journal_plans where user_id = $1)
       + (select count(*)::int from forex_journal_notes where user_id = $1)
       + (select count(*)::int from forex_imported_trades where user_id = $1) as rows`,
    [desk.userId],
  );
  expect(counts).toEqual([{ rows: 0 }]);
  expect(await refusalOf(pending(PLAN))).toBe("HF001");
  desk.userId = other;
  expect((await entryOf(await pending(PLAN))).plan).toMatchObject(PLAN);
});
