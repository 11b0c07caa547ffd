/**
 * Tests that a search of the audit log returns the same entries in the same order as a scan of the
 * whole log, regardless of where the matches are.
 */
import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { listAudit } from "../admin/audit/search-audit.ts";

const installation = fileDatabase();
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1);
const PEOPLE = Array.from({ length: 3 }, () => randomUUID());
const WORDS = [
  "Case",
  "case",
  "50%",
  "5_0",
  "Ünlü",
  "退款",
  "a\\b",
  "x",
  "“q”",
  "47",
  "isDisabled",
];

interface Entry {
  readonly seq: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly reason: string | null;
  readonly text: string;
}

let entries: Entry[] = [];

/**
 * Simulates a long log with gaps between the numbers: 6,000 entries in eight ranges. The newest
 * range contains more entries than the "near" search reads.
 */
beforeAll(async () => {
  const rows = Array.from({ length: 6_000 }, (_, one) => {
    const seq = one < 3_000 ? one * 600 + 1 : 1_900_000 + one;
    const word = WORDS[(one * 7) % WORDS.length] ?? "";
    return {
      seq,
      // Times are slightly out of order, like those of concurrent processes.
      at: new Date(FIRST + one * 600_000 + (one % 3) * -20_000),
      actor: PEOPLE[one % 3] ?? "",
      action: one % 500 === 3 ? "treasury.fund" : "user.change",
      target: one % 4 === 0 ? null : (PEOPLE[((one * 5 + 1) % 7) % 3] ?? ""),
      reason: one % 5 === 0 ? null : `${word} ${WORDS[one % 4] ?? ""} ${String(one)}`,
      before: { isDisabled: one % 2 === 0 },
      after: one % 3_001 === 5 ? { note: "a rarity" } : {},
      prev_hash: "0".repeat(64),
      hash: createHash("sha256").update(String(one)).digest("hex"),
    };
  });
  await installation.database.query(
    `insert into audit_entries select * from jsonb_populate_recordset(null::audit_entries, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  const stored = await installation.database.query<Omit<Entry, "seq"> & { seq: bigint }>(
    `select seq, at, actor, action, target, reason,
       lower(concat_ws(' ', action, coalesce(reason, ''), before, after)) as text
     from audit_entries order by seq desc`,
  );
  entries = stored.map((row) => ({ ...row, seq: Number(row.seq) }));
  await installation.database.query("analyze audit_entries");
});

interface Search {
  readonly person?: string | undefined;
  readonly action?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

async function read({ person, action, text, from, until }: Search): Promise<number[]> {
  // The database lower-cases the expected text, because JavaScript lower-cases some letters
  // differently.
  const [lower] = await installation.database.query<{ text: string }>("select lower($1) as text", [
    text?.trim() ?? "",
  ]);
  const wanted = lower?.text ?? "";
  return entries
    .filter(
      (entry) =>
        (person === undefined || entry.actor === person || entry.target === person) &&
        (action === undefined || entry.action === action) &&
        entry.text.includes(wanted) &&
        (from === undefined || entry.at >= new Date(from)) &&
        (until === undefined || entry.at.getTime() < Date.parse(until) + DAY_MS),
    )
    .map(({ seq }) => seq);
}

/** Returns the numbers of the matching entries. Reads at most `pages` pages. */
async function search(query: Search, limit: number, pages: number): Promise<number[]> {
  const seqs: number[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= pages; page += 1) {
    const { items, nextCursor } = await listAudit(installation.database, {
      ...query,
      cursor,
      limit,
    });
    seqs.push(...items.map(({ seq }) => seq));
    if (nextCursor === null) return seqs;
    cursor = nextCursor;
  }
  return seqs;
}

const day = fc.integer({ min: -2, max: 44 }).map((days) => {
  return new Date(FIRST + days * DAY_MS).toISOString().slice(0, 10);
});
const text = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    "a rarity",
    "rarit",
    "treasury",
    "case 1",
    "%",
    "_",
    "\\",
    "47",
    "7",
    "zz",
    "0% ca",
  ),
  fc.constantFrom("nobody-at-all", "USER.change", '": true', " ", "ü", "退", "款 5", "k"),
  fc.string({ minLength: 1, maxLength: 4 }).filter((some) => !some.includes("\0")),
);
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined });

test("every page of a search matches a scan of the whole log", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        person: maybe(fc.constantFrom(...PEOPLE)),
        action: maybe(fc.constantFrom("user.change", "treasury.fund", "nothing")),
        text: maybe(text),
        from: maybe(day),
        until: maybe(day),
      }),
      fc.integer({ min: 1, max: 60 }),
      async (query, limit) => {
        const expected = (await read(query)).slice(0, 4 * limit);
        expect(await search(query, limit, 4)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test("a single match in the oldest range is found from the newest page", async () => {
  const expected = await read({ text: "a rarity" });
  expect(expected).toHaveLength(2);
  expect(await search({ text: "A rarity" }, 1, 5)).toEqual(expected);
});

test("the search uses its index, which stores no entry text", async () => {
  const columns = await installation.database.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = 'audit_entries'::regclass and attnum > 0 order by attnum`,
  );
  expect(columns.map(({ name }) => name)).toEqual([
    "seq",
    "at",
    "actor",
    "action",
    "target",
    "reason",
    "before",
    "after",
    "prev_hash",
    "hash",
    "nonces",
  ]);
  await installation.database.transaction(async (tx) => {
    await tx.query("set local enable_seqscan = off");
    await tx.query("set local enable_indexscan = off");
    const plan = await tx.query<{ "QUERY PLAN": string }>(
      `explain select from audit_entries where array[(seq >> 18)::int] && array[0, 1]
         and lower(action || ' ' || coalesce(reason, '') || ' ' || before || ' ' || after) like '%rarity%'`,
    );
    expect(JSON.stringify(plan)).toContain("audit_entries_search");
  });
});
