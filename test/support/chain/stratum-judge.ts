/**
 * Validates Stratum submits with a second implementation, written from the protocol alone (the
 * transmitted lines, and BIP310). It uses hex strings and bigints, and shares no code with the
 * pool.
 */
import { createHash } from "node:crypto";

export interface JudgedConnection {
  readonly isSubscribed: boolean;
  readonly workers: readonly string[];
  /** The extranonce as sent by the pool. */
  readonly extranonce1: string;
  /**
   * The version mask in the pool's response to `mining.configure`, or undefined if the client did
   * not call this method.
   */
  readonly mask: string | undefined;
  /**
   * Parameters of each `mining.notify` by job id, together with the difficulty in force when it was
   * sent.
   */
  readonly jobs: ReadonlyMap<string, JudgedJob>;
  /** The previous block's hash in the format of `mining.notify`. */
  readonly currentPrevious: string;
  readonly nowSeconds: bigint;
  /** Headers of accepted shares, in hex. */
  readonly seen: Set<string>;
}

export interface JudgedJob {
  readonly notify: readonly unknown[];
  readonly difficultyMicros: bigint;
  readonly minimumTime: bigint;
}

/** Returns "accepted", or the error's code and text. */
export function judgeSubmitLine(at: JudgedConnection, params: readonly unknown[]): string {
  if (!at.isSubscribed) return "25 Not subscribed";
  const [worker, jobId, extranonce2, ntime, nonce, bits = "00000000"] = params;
  if (typeof worker !== "string" || !at.workers.includes(worker)) return "24 Unauthorized worker";
  const words = [ntime, nonce, bits];
  if (typeof jobId !== "string" || !isHex(extranonce2, 16) || !words.every((one) => isHex(one, 8)))
    return "20 Invalid parameters";
  const job = at.jobs.get(jobId);
  if (!job || job.notify[1] !== at.currentPrevious) return "21 Job not found";
  const time = number(ntime);
  if (time < job.minimumTime || time > at.nowSeconds + 7200n) return "20 Ntime out of range";
  const allowed = number(at.mask ?? "00000000");
  if ((number(bits) | allowed) !== allowed) return "20 Invalid version mask";
  const header = headerHex(job.notify, {
    extranonce: at.extranonce1 + String(extranonce2),
    ntime: String(ntime),
    nonce: String(nonce),
    version: (number(job.notify[5]) & (0xffff_ffffn ^ allowed)) | (number(bits) & allowed),
  });
  if (at.seen.has(header)) return "22 Duplicate share";
  const limit = ((0xffffn << 208n) * 1_000_000n) / job.difficultyMicros;
  if (hashNumber(header) > limit) return "23 Difficulty too low";
  at.seen.add(header);
  return "accepted";
}

interface Parts {
  readonly extranonce: string;
  readonly ntime: string;
  readonly nonce: string;
  readonly version: bigint;
}

/** Returns the 80-byte block header to be hashed, in hex. */
export function headerHex(notify: readonly unknown[], parts: Parts): string {
  const [, previous, first, second, branches, , nbits] = notify as readonly string[];
  let root = twice(`${first}${parts.extranonce}${second}`.toLowerCase());
  for (const branch of branches as unknown as readonly string[]) root = twice(root + branch);
  const previousWords = (previous ?? "").match(/.{8}/g) ?? [];
  return [
    reversed(parts.version.toString(16).padStart(8, "0")),
    ...previousWords.map(reversed),
    root,
    reversed(parts.ntime),
    reversed(nbits ?? ""),
    reversed(parts.nonce),
  ]
    .join("")
    .toLowerCase();
}

/** Returns the header's hash as a number, for comparison with the target. */
export function hashNumber(header: string): bigint {
  return BigInt(`0x${reversed(twice(header))}`);
}

function isHex(text: unknown, digits: number): boolean {
  return typeof text === "string" && text.length === digits && /^[0-9a-fA-F]*$/.test(text);
}

function number(text: unknown): bigint {
  return BigInt(`0x${String(text)}`);
}

function reversed(text: string): string {
  return (text.match(/../g) ?? []).toReversed().join("");
}

function twice(text: string): string {
  const once = createHash("sha256").update(text, "hex").digest();
  return createHash("sha256").update(once).digest("hex");
}
