/**
 * Changes the audit log at random, like an attacker with the database owner's rights, who can
 * bypass triggers and constraints and can compute valid hashes. Each change must be detected with
 * the checkpoint outside the database.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import { length, newestSeed } from "../../test/support/seeds.ts";
import { auditHash, GENESIS_HASH, type AuditFacts } from "./audit-hash.ts";
import { recordAudit, type AuditHead } from "./record-audit.ts";
import { AUDIT_START, verifyAudit, verifyRange } from "./verify-audit.ts";

const TAMPERS = length(75, 1_000);
const ENTRIES = 24;

interface Row {
  seq: string | null;
  at: string;
  actor: string;
  action: string;
  target: string | null;
  reason: string | null;
  before: string;
  after: string;
  prev_hash: string;
  hash: string;
  /** Hex. */
  nonces: string | null;
}

type Pick = <Item>(items: readonly Item[]) => Item;

let own: TestDatabase;
let rows: readonly Row[];
let head: AuditHead;

beforeAll(async () => {
  own = await testDatabase({ asSuperuser: true });
  for (let one = 1; one <= ENTRIES; one += 1) head = await record(one);
  for (const { name } of await own.database.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = 'audit_entries'::regclass
     order by contype <> 'p'`,
  ))
    await own.database.query(`alter table audit_entries drop constraint if exists "${name}"`);
  rows = await written();
});
afterAll(() => own.close());

function record(one: number): Promise<AuditHead> {
  const facts: AuditFacts[] = [
    {},
    { isAdmin: one % 2 === 0, limit: one },
    { amountSats: 9_007_199_254_740_991 - one, note: `quote " \\ \t and ü ${one}`, until: null },
  ];
  return own.database.transaction((tx) =>
    recordAudit(tx, {
      at: new Date(),
      actor: randomUUID(),
      action: "user.change",
      target: one % 4 === 0 ? null : randomUUID(),
      reason: one % 5 === 0 ? null : `reason ${one}`,
      before: facts[one % 3] ?? {},
      after: facts[(one + 1) % 3] ?? {},
    }),
  );
}

const written = () =>
  own.database.query<Row & Record<string, unknown>>(
    `select seq::text, at::text, actor::text, action, target::text, reason, before::text, after::text, prev_hash, hash, encode(nonces, 'hex') as nonces
     from audit_entries order by audit_entries.seq`,
  );

async function write(changed: readonly Row[]): Promise<void> {
  await behindTheGuard(
    own.database,
    `with gone as (delete from audit_entries)
     insert into audit_entries
     select seq, at, actor, action, target, reason, before::jsonb, after::jsonb, prev_hash, hash,
       decode(nonces, 'hex')
     from jsonb_to_recordset($1) as row(seq bigint, at timestamptz, actor uuid, action text, target uuid, reason text,
       before text, after text, prev_hash text, hash text, nonces text)`,
    [JSON.stringify(changed)],
  );
}

/** Returns the rows with all hashes recomputed, starting at index `from`. */
function rehash(changed: readonly Row[], from: number): Row[] {
  let last = from === 0 ? GENESIS_HASH : (changed[from - 1]?.hash ?? "");
  return changed.map((row, place) => {
    if (place < from) return row;
    const prev_hash = last;
    last = auditHash(prev_hash, {
      ...row,
      seq: BigInt(row.seq ?? 0),
      at: new Date(row.at),
      before: JSON.parse(row.before) as AuditFacts,
      after: JSON.parse(row.after) as AuditFacts,
      nonces: row.nonces === null ? null : Buffer.from(row.nonces, "hex"),
    });
    return { ...row, prev_hash, hash: last };
  });
}

const renumber = (changed: readonly Row[]) =>
  changed.map((row, place) => ({ ...row, seq: String(place + 1) }));

const later = (at: string, byMs: number) => new Date(new Date(at).getTime() + byMs).toISOString();

const edits: readonly ((row: Row, pick: Pick) => Partial<Row>)[] = [
  ({ reason }) => ({ reason: `${reason ?? ""} ` }),
  ({ reason }) => ({ reason: reason === null ? "" : null }),
  ({ reason }) => ({ reason: (reason ?? "x").toUpperCase() }),
  () => ({ actor: randomUUID() }),
  ({ target }) => ({ target: target === null ? randomUUID() : null }),
  ({ actor, target }) => ({ actor: target ?? actor, target: actor }),
  () => ({ action: "user.view" }),
  (_, pick) => ({ action: pick(["user.Change", "user.change ", ""]) }),
  ({ at }, pick) => ({ at: later(at, pick([-86_400_000, -1, 1])) }),
  ({ at }, pick) => ({ at: later(at, 0).replace("Z", pick(["001Z", "9Z"])) }),
  (_, pick) => ({ at: pick(["infinity", "-infinity", "2026-01-01 00:00:00+00", "20000-01-01"]) }),
  ({ before, after }) => ({ before: after, after: before }),
  ({ after }) => ({ after: after === "{}" ? "[]" : "{}" }),
  ({ after }) => ({ after: after.replace("{", '{"more": 1, ').replace(", }", "}") }),
  ({ after }, pick) => ({
    after: after.replace(/(\d)([,}])/, `$1${pick([".0", ".00000000000000001", "0"])}$2`),
  }),
  ({ after }) => ({ after: after.replace(/: (\d+)/, ': "$1"') }),
  ({ after }) => ({ after: after.replace("true", "1").replace("false", '"false"') }),
  ({ after }) => ({ after: `[${after}]` }),
  (_, pick) => ({ after: pick(["null", "0", '""', '{"a": {"b": 1}}', "[1]", '{"a": [1]}']) }),
  ({ hash }) => ({ hash: hash.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) }),
  ({ prev_hash, hash }) => ({ prev_hash: hash, hash: prev_hash }),
  ({ nonces }, pick) => ({ nonces: pick([null, "00".repeat(64), nonces?.slice(2) ?? "00"]) }),
  (_, pick) => ({ seq: pick(["0", "-3", "5000", null]) }),
];

/** Kinds of tampering. Each function returns changed rows of the whole log. */
const tampers: readonly ((there: readonly Row[], pick: Pick) => Row[])[] = [
  edit,
  edit,
  edit,
  (there, pick) => rehashOne(edit(there, pick), there),
  (there, pick) => {
    const changed = edit(there, pick).filter(({ at, seq }) => /^20\d\d-/.test(at) && seq !== null);
    return rehash(renumber(changed), 0);
  },
  (there, pick) => {
    const [one, other] = [pick(there), pick(there)];
    return there.map((row) => {
      if (row === one) return { ...other, seq: row.seq };
      return row === other ? { ...one, seq: row.seq } : row;
    });
  },
  (there, pick) => {
    const gone = pick(there);
    return there.filter((row) => row !== gone);
  },
  (there, pick) => {
    const gone = pick(there);
    return rehash(renumber(there.filter((row) => row !== gone)), 0);
  },
  (there, pick) => there.slice(0, there.indexOf(pick(there))),
  (there, pick) => there.slice(there.indexOf(pick(there)) + 1),
  (there, pick) => {
    const from = there.indexOf(pick(there));
    const forged = there.slice(from).map((row) => ({ ...row, reason: "written anew" }));
    return rehash([...there.slice(0, from), ...forged], from);
  },
  (there, pick) => {
    const cut = there.slice(0, there.indexOf(pick(there)));
    const more = there.map((row) => ({ ...row, actor: randomUUID() }));
    return rehash(renumber([...cut, ...more]), cut.length);
  },
  (there) =>
    rehash(
      there.map((row) => ({ ...row, actor: randomUUID() })),
      0,
    ),
  (there, pick) => {
    const twin = { ...pick(there), reason: "stands there twice" };
    return [...there, pick([twin, { ...twin, seq: "0" }, { ...twin, seq: null }])];
  },
  (there, pick) => {
    const place = there.indexOf(pick(there));
    return rehash(renumber(there.toSpliced(place, 0, { ...pick(there), reason: "put in" })), place);
  },
  (there, pick) => {
    const last = pick(there);
    return [...there, { ...last, seq: String(there.length + 1) }];
  },
  (there, pick) => {
    const byMs = pick([-3_600_000, 3_600_000]);
    const moved = there.map((row) => ({ ...row, at: later(row.at, byMs) }));
    return pick([true, false]) ? rehash(moved, 0) : moved;
  },
];

function edit(there: readonly Row[], pick: Pick): Row[] {
  const edited = pick(there);
  const change = pick(edits)(edited, pick);
  return there.map((row) => (row === edited ? { ...row, ...change } : row));
}

/** Recomputes the hash of the changed entry but not of the next entry. */
function rehashOne(changed: readonly Row[], there: readonly Row[]): Row[] {
  const place = changed.findIndex((row, one) => row !== there[one]);
  const row = changed[place];
  if (!row || !/^20\d\d-/.test(row.at)) return [...changed];
  return changed.with(place, rehash(changed, place)[place] ?? row);
}

async function isFound(rangeSize: number): Promise<{ whole: boolean; inStretches: boolean }> {
  const whole = (await verifyAudit(own.database, head)).problems.length > 0;
  for (let after = AUDIT_START; ;) {
    const { problems, last, isEnd } = await verifyRange(own.database, {
      after,
      limit: rangeSize,
      checkpoint: head,
    });
    if (problems.length > 0) return { whole, inStretches: true };
    if (isEnd) return { whole, inStretches: false };
    after = last;
  }
}

test.each(newestSeed)(
  "every change generated from seed %i is detected",
  async (seed) => {
    const missed: string[] = [];
    const random = pseudoRandom(seed);
    const pick: Pick = (items) => {
      const item = items[Math.floor(random() * items.length)];
      if (item === undefined) throw new Error("nothing to pick");
      return item;
    };
    for (let tried = 0; tried < TAMPERS;) {
      const tamper = pick(tampers);
      await write(tamper(rows, pick));
      const is = await written();
      // Some choices change nothing, for example swapping a row with itself.
      if (JSON.stringify(is) === JSON.stringify(rows)) continue;
      tried += 1;
      const detection = await isFound(1 + Math.floor(random() * 9));
      if (!detection.whole || !detection.inStretches)
        missed.push(`tamper ${tried}: ${JSON.stringify(detection)}`);
    }
    expect(missed).toEqual([]);
    await write(rows);
    expect(await verifyAudit(own.database, head)).toEqual({ entries: ENTRIES, head, problems: [] });
  },
  120_000,
);
