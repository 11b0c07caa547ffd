/** A minimal miner: receives jobs, tries nonces and submits shares. */
import { doubleHash } from "../stratum/double-hash.ts";
import { isAtMost, shareTarget } from "../stratum/difficulty.ts";

export interface Rig {
  begin(): void;
  receive(text: string): void;
  /** Tries nonces for about `ms` milliseconds. */
  work(ms: number): void;
}

/** Difficulty at which a twentieth of a core finds a share every few seconds. */
const MICROS = 20;
const USER = "_house.rig";
const EXTRANONCE2_BYTES = 8;
const NONCE_AT = 76;
const NONCES = 2 ** 32;
const TRIES_PER_SLICE = 200;
const UNREAD_MAX = 65_536;

interface Work {
  readonly jobId: string;
  readonly extranonce2: string;
  readonly ntime: string;
  readonly header: Buffer;
  nonce: number;
}

export function createRig(token: string, send: (line: string) => void): Rig {
  let unread = "";
  let lastId = 0;
  let extranonce1 = "";
  let counter = 0n;
  let target = shareTarget(MICROS);
  let work: Work | undefined;

  const say = (method: string, params: readonly unknown[]): void => {
    lastId += 1;
    send(`${JSON.stringify({ id: lastId, method, params })}\n`);
  };

  const take = (message: Message): void => {
    const { method, params, id, result } = message;
    if (id === 1 && Array.isArray(result)) extranonce1 = String(result[1]);
    if (method === "mining.set_difficulty")
      target = shareTarget(Math.max(1, Math.round(Number(params?.[0]) * 1_000_000)));
    if (method !== "mining.notify" || !params) return;
    counter += 1n;
    const extranonce2 = counter.toString(16).padStart(EXTRANONCE2_BYTES * 2, "0");
    const header = headerOf(params, extranonce1 + extranonce2);
    work = { jobId: String(params[0]), extranonce2, ntime: String(params[7]), header, nonce: 0 };
  };

  return {
    begin() {
      say("mining.subscribe", ["hashfloor-house-rig"]);
      say("mining.authorize", [USER, `${token},d=${MICROS / 1_000_000}`]);
    },
    receive(text) {
      const lines = (unread + text).slice(-UNREAD_MAX).split("\n");
      unread = lines.pop() ?? "";
      for (const line of lines) if (line !== "") take(JSON.parse(line) as Message);
    },
    work(ms) {
      if (!work) return;
      const { jobId, extranonce2, ntime } = work;
      for (const until = performance.now() + ms; performance.now() < until;) {
        const nonce = tryNonces(work, target);
        if (nonce !== undefined) say("mining.submit", [USER, jobId, extranonce2, ntime, nonce]);
      }
    },
  };
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

/** Returns a nonce that meets the target as hex for the submit, or undefined if none was found. */
function tryNonces(work: Work, target: Buffer): string | undefined {
  const end = Math.min(NONCES, work.nonce + TRIES_PER_SLICE);
  for (; work.nonce < end; work.nonce += 1) {
    work.header.writeUInt32LE(work.nonce, NONCE_AT);
    const hash = doubleHash(work.header);
    if (hash[31] !== 0 || !isAtMost(hash, target)) continue;
    const nonce = work.nonce;
    work.nonce += 1;
    return nonce.toString(16).padStart(8, "0");
  }
  return undefined;
}

function headerOf(params: readonly unknown[], extranonces: string): Buffer {
  const [, previous, head, tail, branches, version, bits, time] = params as readonly string[];
  let root = doubleHash(Buffer.from(`${head}${extranonces}${tail}`, "hex"));
  for (const branch of branches as unknown as readonly string[])
    root = doubleHash(Buffer.concat([root, Buffer.from(branch, "hex")]));
  return Buffer.concat([
    number(version),
    Buffer.from(previous ?? "", "hex").swap32(),
    root,
    number(time),
    number(bits),
    Buffer.alloc(4),
  ]);
}

function number(hex: string | undefined): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Number.parseInt(hex ?? "0", 16));
  return bytes;
}
