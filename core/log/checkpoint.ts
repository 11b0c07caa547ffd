/**
 * Checkpoints of a log and proofs for one leaf, as texts.
 *
 * Source: https://c2sp.org/tlog-checkpoint, https://c2sp.org/tlog-proof and
 * https://c2sp.org/tlog-witness
 */
import { base64 } from "@scure/base";
import { isHash, type Hash, type TreeHead } from "./tree.ts";

export interface Checkpoint extends TreeHead {
  /** Unique name of the log. */
  readonly origin: string;
}

const SIZE = /^(?:0|[1-9]\d{0,14})$/;
const PROOF_HEADER = "c2sp.org/tlog-proof@v1";
/** Longest proof of a log that can exist. */
const PROOF_HASHES_MAX = 63;

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64.encode(root)}\n`;
}

/** Parses the text of a checkpoint. Extension lines are ignored. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = "", size = "", encoded = "", ...rest] = text.split("\n");
  const root = parseHash(encoded);
  if (origin === "" || !SIZE.test(size) || !root || rest.at(-1) !== "") return undefined;
  if (rest.slice(0, -1).includes("")) return undefined;
  return { origin, size: Number(size), root };
}

export function parseSize(text: string): number | undefined {
  return SIZE.test(text) ? Number(text) : undefined;
}

function parseHash(text: string): Hash | undefined {
  try {
    const hash = base64.decode(text);
    return isHash(hash) && base64.encode(hash) === text ? hash : undefined;
  } catch {
    return undefined;
  }
}

function parseHashes(lines: readonly string[]): Hash[] | undefined {
  if (lines.length > PROOF_HASHES_MAX) return undefined;
  const hashes = lines.map(parseHash);
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined;
}

export interface LogProof {
  readonly index: number;
  readonly path: readonly Hash[];
  /** The signed checkpoint, with the signatures of witnesses. */
  readonly checkpoint: string;
}

export function formatLogProof({ index, path, checkpoint }: LogProof): string {
  const lines = [PROOF_HEADER, `index ${index}`, ...path.map((hash) => base64.encode(hash))];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Returns undefined if the text is malformed. Nothing is verified. */
export function parseLogProof(text: string): LogProof | undefined {
  const [lines, checkpoint] = splitAtEmptyLine(text);
  const [header, ...rest] = lines;
  const [indexLine = "", ...hashes] = rest[0]?.startsWith("extra ") ? rest.slice(1) : rest;
  const index = indexLine.startsWith("index ") ? parseSize(indexLine.slice(6)) : undefined;
  const path = parseHashes(hashes);
  if (header !== PROOF_HEADER || index === undefined || !path) return undefined;
  return { index, path, checkpoint };
}

/** A request to a witness to cosign a checkpoint. */
export interface AddCheckpoint {
  readonly oldSize: number;
  /** Consistency proof from the old size. Empty if the old size is 0. */
  readonly proof: readonly Hash[];
  readonly checkpoint: string;
}

export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  const lines = [`old ${oldSize}`, ...proof.map((hash) => base64.encode(hash))];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Returns undefined if the text is malformed. Nothing is verified. */
export function parseAddCheckpoint(text: string): AddCheckpoint | undefined {
  const [[first = "", ...hashes], checkpoint] = splitAtEmptyLine(text);
  const oldSize = first.startsWith("old ") ? parseSize(first.slice(4)) : undefined;
  const proof = parseHashes(hashes);
  return oldSize === undefined || !proof ? undefined : { oldSize, proof, checkpoint };
}

function splitAtEmptyLine(text: string): readonly [readonly string[], string] {
  const end = text.indexOf("\n\n");
  return end < 0 ? [[], ""] : [text.slice(0, end).split("\n"), text.slice(end + 2)];
}
