/**
 * Measures how long a submitted share takes to validate, from the received line to the result. It
 * is compared with a single double SHA-256 hash.
 */
import { hash } from "node:crypto";
import { jobFrom } from "../../modules/pool/stratum/job.ts";
import { readRequest } from "../../modules/pool/stratum/messages.ts";
import { handleRequest } from "../../modules/pool/stratum/conversation.ts";
import { begunTalk } from "../../modules/pool/testing/talk.ts";
import { NOW_MS, template } from "../../modules/pool/testing/template.ts";
import { findShare } from "../support/chain/stratum-miner.ts";
import type { Plan } from "./plan.ts";
import { submitLine } from "./pool-connection.ts";
import type { Rate } from "./yardstick.ts";

const BATCHES = { full: 200, short: 10 };
const BATCH = 500;
const HEADER_BYTES = 80;
/** Number of transactions in a full block, whose Merkle tree has twelve levels. */
const FULL_BLOCK = 4_000;

export interface CheckRound {
  readonly bareHash: Rate;
  /** Share validation for a block with only its coinbase, as on a test network. */
  readonly check: Rate;
  /** Share validation for a block of 4,000 transactions. */
  readonly checkFull: Rate;
}

export function measureChecks({ size, rounds }: Plan): readonly CheckRound[] {
  const header = Buffer.alloc(HEADER_BYTES, 7);
  const cells = {
    bareHash: () => void hash("sha256", hash("sha256", header, "buffer"), "buffer"),
    check: checkOf(0),
    checkFull: checkOf(FULL_BLOCK),
  };
  const round = (): CheckRound => ({
    bareHash: rateOf(cells.bareHash, BATCHES[size]),
    check: rateOf(cells.check, BATCHES[size]),
    checkFull: rateOf(cells.checkFull, BATCHES[size]),
  });
  round();
  return Array.from({ length: rounds }, round);
}

/**
 * Returns a function that validates the same share on each call. The share is accepted every time,
 * because no earlier shares are stored.
 */
function checkOf(count: number): () => void {
  const transactions = Array.from({ length: count }, (_, at) => {
    const txid = at.toString(16).padStart(64, "0");
    return { rawHex: "", txid, wtxid: txid };
  });
  const plan = { serial: 1, bootNonce: Buffer.alloc(4), payScriptHex: "51" };
  const job = jobFrom(template({ transactions }), plan);
  const miner = begunTalk({ job, micros: 1 });
  const notify = miner.begun.find(({ method }) => method === "mining.notify")?.params ?? [];
  const own = { extranonce1: "00000001", extranonce2: "00".repeat(8), difficultyMicros: 1n };
  const line = submitLine(9, "ann.rig", findShare({ notify, ...own }));
  const session = miner.session();
  const at = {
    nowMs: NOW_MS,
    job,
    isSeen: () => false,
    refusal: undefined,
    fairPerSecond: 20,
    mayCount: true,
  };
  return () => {
    const { effects } = handleRequest(session, readRequest(line), at);
    if (effects[0]?.kind !== "share") throw new Error("the share does not count");
  };
}

/**
 * Returns the median over many short batches. Other load on the machine affects only a few batches,
 * so it hardly changes the median.
 */
function rateOf(work: () => void, count: number): Rate {
  const batches = Array.from({ length: count }, () => {
    const begun = performance.now();
    for (let at = 0; at < BATCH; at += 1) work();
    return (performance.now() - begun) / BATCH;
  });
  const meanMs = batches.toSorted((a, b) => a - b)[count / 2] ?? Number.NaN;
  return { perSecond: 1_000 / meanMs, meanMs };
}
