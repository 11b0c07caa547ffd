/**
 * Fills an audit log with as many entries as a busy back office writes in years. The entries are
 * written in batches and form a valid hash chain.
 */
import { randomBytes } from "node:crypto";
import type { Database } from "#platform";
import { auditHash, GENESIS_HASH } from "../../modules/audit/audit-hash.ts";

const BATCH = 10_000;
const DAYS = 365;
const DAY_MS = 86_400_000;
const REASONS =
  "Asked for it by telephone,Shared the password,Came back,Wrong name,Payment was counted twice,Left the course";

interface Shape {
  readonly action: string;
  readonly before: Readonly<Record<string, string | number | boolean>>;
  readonly after: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Returns an audit entry's kind. Most entries record that an administrator viewed a user, and one
 * entry in a thousand has a rare kind.
 */
function shapeOf(seq: number): Shape {
  if (seq % 1_000 === 7)
    return { action: "treasury.fund", before: {}, after: { target: "mining", amountSats: seq } };
  if (seq % 5 === 0)
    return { action: "user.change", before: { isDisabled: false }, after: { isDisabled: true } };
  if (seq % 7 === 0)
    return { action: "support.answer", before: {}, after: { thread: `tkt_${seq.toString(16)}` } };
  return { action: "user.view", before: {}, after: {} };
}

/**
 * Writes entries spread over the last year, oldest first. Their targets rotate through the newest
 * thousand users.
 */
export async function fillTrail(database: Database, entries: number): Promise<void> {
  const indexes = await database.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes
     where tablename = 'audit_entries' and indexdef not like 'CREATE UNIQUE%'`,
  );
  // Dropping the indexes and recreating them at the end is a hundred times faster than updating
  // them for each entry.
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await writeEntries(database, entries);
  for (const { sql } of indexes) await database.query(sql);
}

async function writeEntries(database: Database, entries: number): Promise<void> {
  const people = await database.query<{ id: string }>(
    "select id from users_users order by created_at desc limit 1000",
  );
  const [administrator] = people;
  if (!administrator) throw new Error("nobody signed up");
  const reasons = REASONS.split(",");
  const firstMs = Date.now() - DAYS * DAY_MS;
  let prevHash = GENESIS_HASH;
  for (let start = 1; start <= entries; start += BATCH) {
    const rows = [];
    for (let seq = start; seq < start + BATCH && seq <= entries; seq++) {
      const shape = shapeOf(seq);
      const why = reasons[seq % reasons.length] ?? "";
      const content = {
        ...shape,
        seq: BigInt(seq),
        at: new Date(firstMs + Math.floor((seq / entries) * DAYS * DAY_MS)),
        actor: administrator.id,
        target: people[seq % people.length]?.id ?? null,
        nonces: randomBytes(64),
        reason: shape.action === "user.change" ? `${why}, case ${seq}` : null,
      };
      const hash = auditHash(prevHash, content);
      const nonces = `\\x${content.nonces.toString("hex")}`;
      rows.push({ ...content, seq, prev_hash: prevHash, hash, nonces });
      prevHash = hash;
    }
    await database.query(
      `insert into audit_entries (seq, at, actor, action, target, reason, before, after, prev_hash, hash, nonces)
       select seq, at, actor, action, target, reason, before, after, prev_hash, hash, nonces
       from jsonb_populate_recordset(null::audit_entries, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
}
