/**
 * Appends leaves to the public log and publishes the new checkpoint in the same transaction, so
 * that a leaf is never visible without a signed checkpoint.
 */
import { randomBytes } from "node:crypto";
import {
  canonicalJson,
  completedBy,
  completeNodes,
  formatCheckpoint,
  hashLeaf,
  hashNode,
  joinHashes,
  signNote,
  type Hash,
  type Place,
} from "#log";
import { failpoint, newestRollbackId, type DatabaseTransaction } from "#platform";
import { verifierKey, type LogKey } from "./log-key.ts";
import {
  insertHead,
  insertLeaves,
  insertLog,
  insertNodes,
  lockLog,
  loggedSubjects,
  newestHead,
  newestLeaf,
  newestLog,
  readNodes,
  type Head,
  type Log,
  type PlacedHash,
} from "./log-table.ts";

/** Content of a leaf. It must not contain personal data, because it is public permanently. */
export interface Leaf {
  readonly kind: string;
  /** Unique among the leaves of this kind. */
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** First part of the origin line. */
const NAME = "hashfloor";
const INSTALLATION_BYTES = 16;
const MINUTE_MS = 60_000;

export interface Signing {
  readonly key: LogKey;
  readonly now: Date;
}

/**
 * Returns the current log, and opens a new one if there is none or an older database was put in
 * place. Waits for other writers.
 */
export async function openLog(tx: DatabaseTransaction, signing: Signing): Promise<Log> {
  await lockLog(tx);
  const last = await newestLog(tx);
  const rollbackId = await newestRollbackId(tx);
  if (last && last.rollbackId === rollbackId) return last;
  const generation = last ? nextGeneration(last, signing.now) : 1;
  const installation = last?.installation ?? randomBytes(INSTALLATION_BYTES).toString("hex");
  const origin = `${NAME}/${installation}/${generation}`;
  const log = { generation, installation, origin, rollbackId };
  const head = last && (await newestHead(tx, last));
  const previous =
    last && head ? { origin: last.origin, size: head.size, root: head.root.toString("hex") } : null;
  await insertLog(tx, log, signing.now);
  await appendLeaves(tx, log, signing, [
    { kind: "origin", subject: origin, facts: { origin, previous } },
  ]);
  return log;
}

/** Returns a time in minutes, so that two restores of one backup never share an origin. */
function nextGeneration({ generation }: Log, now: Date): number {
  return Math.max(generation + 1, Math.floor(now.getTime() / MINUTE_MS));
}

/**
 * Appends the leaves that are not in the log yet, and signs a checkpoint if there are any. The
 * caller has locked the log. Returns the leaves that were appended, with their index.
 */
export async function appendLeaves(
  tx: DatabaseTransaction,
  log: Log,
  { key, now }: Signing,
  leaves: readonly Leaf[],
): Promise<readonly (Leaf & { readonly index: number })[]> {
  const fresh = await withoutLogged(tx, log, leaves);
  if (fresh.length === 0) return [];
  const head = await newestHead(tx, log);
  const last = await newestLeaf(tx, log);
  // Times in the log never decrease, so that a later leaf cannot claim an earlier time.
  const loggedAt = last && last.loggedAt > now ? last.loggedAt : now;
  const placed = fresh.map((leaf, number) => ({ ...leaf, index: (head?.size ?? 0) + number }));
  const rows = placed.map(({ index, kind, subject, facts }) => ({
    index,
    kind,
    subject,
    loggedAt,
    body: Buffer.from(canonicalJson({ ...facts, kind, loggedAt: loggedAt.toISOString() })),
  }));
  const { nodes, root } = await grow(tx, log, head, rows);
  await insertLeaves(tx, log, rows);
  await insertNodes(tx, log, nodes);
  failpoint("transparency.leaves-without-checkpoint");
  const size = (head?.size ?? 0) + rows.length;
  const text = formatCheckpoint({ origin: log.origin, size, root });
  const note = signNote(text, verifierKey(log.origin, key), key.secretKey);
  await insertHead(tx, log, { size, root: Buffer.from(root), note }, now);
  return placed;
}

async function withoutLogged(
  tx: DatabaseTransaction,
  log: Log,
  leaves: readonly Leaf[],
): Promise<Leaf[]> {
  const fresh: Leaf[] = [];
  for (const kind of new Set(leaves.map((leaf) => leaf.kind))) {
    const own = new Map(
      leaves.filter((leaf) => leaf.kind === kind).map((leaf) => [leaf.subject, leaf]),
    );
    const logged = await loggedSubjects(tx, log, { kind, subjects: [...own.keys()] });
    for (const leaf of own.values()) if (!logged.has(leaf.subject)) fresh.push(leaf);
  }
  return fresh;
}

/** Returns the new complete nodes, and the new root. */
async function grow(
  tx: DatabaseTransaction,
  log: Log,
  head: Head | undefined,
  rows: readonly { readonly index: number; readonly body: Buffer }[],
): Promise<{ readonly nodes: PlacedHash[]; readonly root: Hash }> {
  const size = head?.size ?? 0;
  const edge = completeNodes({ from: 0, to: size });
  const hashes = new Map<string, Hash>();
  for (const [number, hash] of (await readNodes(tx, log, edge)).entries()) {
    const place = edge[number];
    if (place) hashes.set(keyOf(place), hash);
  }
  const hashAt = (place: Place): Hash => {
    const hash = hashes.get(keyOf(place));
    if (!hash) throw new Error(`node ${keyOf(place)} of the log is missing`);
    return hash;
  };
  const nodes: PlacedHash[] = [];
  const add = (node: PlacedHash) => {
    nodes.push(node);
    hashes.set(keyOf(node), node.hash);
  };
  for (const { index, body } of rows) {
    add({ level: 0, index, hash: hashLeaf(body) });
    for (const place of completedBy(index)) {
      const child = { level: place.level - 1, index: 2 * place.index };
      const right = hashAt({ ...child, index: child.index + 1 });
      add({ ...place, hash: hashNode(hashAt(child), right) });
    }
  }
  const all = completeNodes({ from: 0, to: size + rows.length });
  return { nodes, root: joinHashes(all.map(hashAt)) };
}

function keyOf({ level, index }: Place): string {
  return `${level}/${index}`;
}
