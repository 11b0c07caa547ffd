/**
 * Checks of the public log: its signatures and its tree, and that it only grew since the last
 * verification. Pure.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import {
  canonicalJson,
  hashLeaf,
  isSame,
  isSigned,
  parseVkey,
  rootOfLeaves,
  TILE_WIDTH,
  verifyNote,
  type Hash,
} from "#log";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Practice, Proof } from "./checks.ts";
import { HISTORY, type KeptHead } from "./kept-head.ts";
import type { PublishedLog } from "./read-log.ts";

/** A leaf of the log. Its other fields depend on the kind. */
export interface LoggedFact {
  readonly kind: string;
  readonly loggedAt: string;
  readonly [field: string]: unknown;
}

/** Verifies the signature of practice.json by the log's key, and its proof of liabilities. */
export function checkStatement(
  { signature, ...statement }: Practice,
  proof: Proof | undefined,
): Check {
  const name = "signed statement";
  const key = parseVkey(statement.log?.vkey ?? "");
  if (!statement.log || signature === null) return notChecked(name, "it is not signed yet");
  if (!key || key.name !== statement.log.origin)
    return failed(name, "the key of the log is malformed, or belongs to another log");
  const signed = statement.proof;
  if (signed && proof && signed.id === proof.id && signed.root !== proof.root)
    return failed(name, `it names another root for the proof ${proof.id}`);
  const wire = { ...statement, proof: statement.proof && wireOf(statement.proof) };
  const bytes = new TextEncoder().encode(canonicalJson(wire));
  return isSigned(Buffer.from(signature, "base64"), bytes, key.publicKey)
    ? ok(name, "the key of the log signed it")
    : failed(name, "the key of the log did not make the signature");
}

const wireOf = ({ sumSats, ...proof }: NonNullable<Practice["proof"]>) => ({
  ...proof,
  sumSats: Number(sumSats),
});

/** Returns the facts of the log, or undefined if a leaf is not canonical JSON of a fact. */
export function parseFacts(bodies: readonly Uint8Array[]): LoggedFact[] | undefined {
  const facts = bodies.map(parseFact);
  return facts.every((fact) => fact !== undefined) ? facts : undefined;
}

function parseFact(body: Uint8Array): LoggedFact | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const fact = JSON.parse(text) as LoggedFact;
    const isFact = typeof fact.kind === "string" && isTime(fact.loggedAt);
    return isFact && canonicalJson(fact) === text ? fact : undefined;
  } catch {
    return undefined;
  }
}

/** Times are compared as texts, so only one text may exist for each time. */
function isTime(value: unknown): boolean {
  const time = typeof value === "string" ? new Date(value) : undefined;
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

/** Verifies the checkpoint's signature, all hashes up to the root, and the order of the leaves. */
export function checkTree({ log: statement }: Practice, log: PublishedLog | undefined): Check {
  const name = "public log";
  if (!statement) return notChecked(name, "practice.json does not name the key of a log yet");
  if (!log) return failed(name, `the log ${statement.origin} is named, but not published`);
  const { note, checkpoint, bodies } = log;
  const { size, root, origin } = checkpoint;
  const key = parseVkey(statement.vkey);
  if (!key || key.name !== origin) return failed(name, `its key is not the key of ${origin}`);
  if (!verifyNote(note, key)) return failed(name, "the checkpoint is not signed by its key");
  const hashes = bodies.map(hashLeaf);
  if (hashes.length !== size) return failed(name, `it has ${hashes.length} leaves, not ${size}`);
  if (!isSame(rootOfLeaves(hashes), root))
    return failed(name, "its leaves do not lead to the root of the checkpoint");
  const wrong = wrongTile(log.tiles, hashes);
  if (wrong !== undefined) return failed(name, `a tile of level ${wrong} has other hashes`);
  const earlier = rootOfLeaves(hashes.slice(0, statement.size));
  if (statement.size > size || bytesToHex(earlier) !== statement.root)
    return failed(name, "the signed statement shows another log");
  const facts = parseFacts(bodies);
  if (!facts) return failed(name, "a leaf is not canonical JSON of a fact with its time");
  const isOrdered = facts.every(
    ({ loggedAt }, index) => loggedAt >= (facts[index - 1]?.loggedAt ?? ""),
  );
  if (!isOrdered) return failed(name, "a leaf is older than the leaf before it");
  const [first] = facts;
  if (first?.kind !== "origin" || first["origin"] !== origin)
    return failed(name, "its first leaf does not name its origin");
  return ok(name, `${size} leaves of ${origin} lead to the signed root`);
}

/** Returns the level of a tile that does not have the hashes of the tree. */
function wrongTile(
  tiles: readonly (readonly Uint8Array[])[],
  leafHashes: readonly Hash[],
): number | undefined {
  let hashes = leafHashes;
  for (const [level, own] of tiles.entries()) {
    if (!isSame(Buffer.concat(own), Buffer.concat(hashes))) return level;
    hashes = Array.from({ length: Math.floor(hashes.length / TILE_WIDTH) }, (_, tile) =>
      rootOfLeaves(hashes.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH)),
    );
  }
  return undefined;
}

/** Lists the witnesses that signed the checkpoint, and verifies those whose key was given. */
export function checkWitnesses(log: PublishedLog | undefined, vkeys: readonly string[]): Check {
  const name = "witnesses";
  if (!log) return notChecked(name, "no checkpoint is published yet");
  const keys = vkeys.map(parseVkey);
  const verified = keys.map((key) => key && verifyNote(log.note, key));
  const missing = vkeys.filter((_, index) => !verified[index]);
  if (missing.length > 0)
    return failed(name, `the checkpoint is not signed by ${missing.join(", ")}`);
  const { origin } = log.checkpoint;
  const names = log.note.signatures.map((one) => one.name).filter((one) => one !== origin);
  const list = names.length === 0 ? "none" : names.join(", ");
  return vkeys.length > 0
    ? ok(name, `the given witnesses signed the checkpoint (all: ${list})`)
    : notChecked(
        name,
        `no key of a witness was given (--witness VKEY); the checkpoint has signatures of: ${list}`,
      );
}

/** The head of the published log, to be kept for the next verification. */
export function headOf(vkey: string, log: PublishedLog): KeptHead {
  const { origin, size, root } = log.checkpoint;
  return { origin, size, root: bytesToHex(root), vkey };
}

/** Compares the log with the head of the previous verification. */
export function checkHistory(
  statement: Practice,
  log: PublishedLog | undefined,
  kept: KeptHead | undefined,
): Check {
  const name = HISTORY;
  if (!kept) return notChecked(name, "no head of an earlier verification was given (--since FILE)");
  if (!log) return failed(name, `the log ${kept.origin} is no longer published`);
  const { origin, size } = log.checkpoint;
  if (origin !== kept.origin) return compareOrigins(log, kept);
  if (statement.log?.vkey !== kept.vkey) return failed(name, "the key of the log was replaced");
  if (size < kept.size) return failed(name, `the log was cut from ${kept.size} to ${size} leaves`);
  const before = rootOfLeaves(log.bodies.slice(0, kept.size).map(hashLeaf));
  if (bytesToHex(before) !== kept.root)
    return failed(name, `the first ${kept.size} leaves are not those of the earlier verification`);
  return ok(name, `the log only grew, from ${kept.size} to ${size} leaves`);
}

/** The head that the first leaf of a new log names. */
const previousHead = z.object({ origin: z.string(), size: z.int(), root: z.string() });

/** A restored database continues in a new log, whose first leaf names the old one. */
function compareOrigins({ bodies, checkpoint }: PublishedLog, kept: KeptHead): Check {
  const name = HISTORY;
  const [first] = parseFacts(bodies.slice(0, 1)) ?? [];
  const { success, data: previous } = previousHead.safeParse(first?.["previous"]);
  if (!success) return failed(name, `${checkpoint.origin} does not continue ${kept.origin}`);
  const isSameHead = previous.origin === kept.origin && previous.size === kept.size;
  if (isSameHead && previous.root !== kept.root)
    return failed(name, `the new log names another root of ${kept.origin}`);
  const text = `a new log ${checkpoint.origin} began after ${previous.size} leaves of ${previous.origin}`;
  return notChecked(name, `${text}. Your head has ${kept.size} leaves of ${kept.origin}`);
}
