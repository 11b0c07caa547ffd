/** Tests the journal's CSV file: the round trip, long journals and refused lines. */
import { describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { trader } from "../../../test/support/money/forex.ts";
import { journalDesk, PLAN, refusalOf } from "../../../test/support/money/journal-desk.ts";

const file = fileDatabase({ asSuperuser: true });
const desk = journalDesk(file);
const { as, entryOf, pending, place, setNote } = desk;

describe("the CSV file", () => {
  const exported = () => as(desk.routes.exportForexJournal, { query: {} });
  const imported = (text: string) => as(desk.routes.importForexJournal, { body: { text } });
  const stored = () =>
    file.database.query("select * from forex_journal_notes where user_id = $1 order by order_id", [
      desk.userId,
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
      [desk.userId],
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
      const csv = await as(desk.routes.exportForexJournal, { query: { cursor } });
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
    const other = await trader(desk.deps);
    const text = `Order,Plan,Plan tags,Note,Tags,Mistakes\n${id},Mine,,,,`;
    await file.database.transaction(async (tx) => {
      await tx.query("select from forex_orders where id = $1 for update", [id]);
      const input = { body: { text } };
      expect(await refusalOf(as(desk.routes.importForexJournal, input, other))).toBe(
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
