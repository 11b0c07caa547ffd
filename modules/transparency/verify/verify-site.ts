/** Verifies another installation from its public figures, as an outsider. */
import { setTimeout as sleep } from "node:timers/promises";
import { forexMarketApi } from "#api/forex";
import { publicApi } from "#api/public";
import { transparencyApi } from "#api/transparency";
import { failed, type Check } from "./check.ts";
import { checkReceipts, readReceipts } from "./check-receipts.ts";
import { checkFacts, checkLoggedSeeds } from "./check-facts.ts";
import {
  checkHistory,
  checkStatement,
  checkTree,
  checkWitnesses,
  headOf,
  parseFacts,
} from "./check-log.ts";
import {
  checkCoins,
  checkCover,
  checkLiabilities,
  checkNode,
  checkOwn,
  checkPractice,
  checkSeeds,
  checkTrialBalance,
  checkVerdict,
  UNPROVEN,
  type Leaf,
  type MarketDay,
  type OwnLeaves,
  type Practice,
  type Proof,
} from "./checks.ts";
import type { KeptHead } from "./kept-head.ts";
import { readLog } from "./read-log.ts";
import { readNode } from "./read-node.ts";
import type { Transparency } from "../read-transparency.ts";
import { Missing, siteReader, UnexpectedShape, type Read } from "./read-site.ts";

interface Plan {
  readonly origin: string;
  /** JSON-RPC address of the outsider's own node. */
  readonly node: string | undefined;
  /** API key with the scope `read`, to verify its user's own leaves. */
  readonly key: string | undefined;
  /** Head of the log at an earlier verification. */
  readonly since: KeptHead | undefined;
  /** Keys of witnesses that must have signed the checkpoint. */
  readonly witnesses: readonly string[];
  readonly now: Date;
}

export interface Verification {
  readonly checks: readonly Check[];
  /** Head of the log, to be kept for the next verification. Undefined without a log. */
  readonly head: KeptHead | undefined;
}

/** Leaves of eight million users. A longer list would only fill this machine's memory. */
const LEAVES_MAX = 2 ** 24;
/** Downloads of the log while a given witness has not signed the newest checkpoint. */
const TRIES = 3;
const WITNESS_MS = 2_000;
/** Number of past trading days that are checked, which one page of the list contains. */
const DAYS = 31;

/** Throws Unreachable if the installation or the given node does not respond. */
export async function verifySite(plan: Plan): Promise<Verification> {
  const { origin, node, key, now } = plan;
  const read = siteReader(origin);
  try {
    const practice = await read(publicApi.getPractice);
    const page = await read(transparencyApi.getTransparency);
    const [proof] = (await read(transparencyApi.listProofs, {}, { limit: "1" })).items;
    const leaves = proof ? await readLeaves(read, proof) : [];
    const own =
      proof && key !== undefined ? await readOwn(siteReader(origin, key), proof) : undefined;
    const receipts = key === undefined ? undefined : await readReceipts(siteReader(origin, key));
    const view = node === undefined ? undefined : await readNode(node, page.block?.height);
    const days = await readPastDays(read, now);
    const log = await checkLog(plan, { practice, page, proof, days });
    const checks = [
      checkPractice(practice),
      checkVerdict(page, now),
      checkTrialBalance(page),
      checkCoins(page),
      checkCover(page),
      checkLiabilities(page, proof, leaves, now),
      checkOwn(own, proof),
      ...checkReceipts(receipts, practice),
      checkSeeds(days),
      ...log.checks,
      ...checkNode(page, view),
      ...UNPROVEN,
    ];
    return { checks, head: log.head };
  } catch (error) {
    if (error instanceof UnexpectedShape)
      return { checks: [failed("answers", error.message)], head: undefined };
    throw error;
  }
}

interface Published {
  readonly practice: Practice;
  readonly page: Transparency;
  readonly proof: Proof | undefined;
  readonly days: readonly MarketDay[];
}

/** Reads the log after everything else, so that it contains what was shown before. */
async function checkLog(
  { origin, since, witnesses, now }: Plan,
  { practice, ...shown }: Published,
): Promise<Verification> {
  let log = await readLog(origin);
  // A witness needs a moment after each new checkpoint.
  for (
    let tries = 1;
    tries < TRIES && checkWitnesses(log, witnesses).state === "failed";
    tries += 1
  ) {
    await sleep(WITNESS_MS);
    log = await readLog(origin);
  }
  const facts = log && parseFacts(log.bodies);
  return {
    head: log && headOf(practice, log),
    checks: [
      checkStatement(practice, shown.proof),
      checkTree(practice, log),
      checkWitnesses(log, witnesses),
      checkHistory(practice, log, since),
      checkFacts(facts, { ...shown, now }),
      checkLoggedSeeds(facts, { ...shown, now }),
    ],
  };
}

/** Reads at most as many leaves as the proof names, whatever the installation sends. */
async function readLeaves(read: Read, { id, leaves: count }: Proof): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(
      transparencyApi.listProofLeaves,
      { proofId: id },
      cursor === undefined ? {} : { cursor },
    );
    leaves.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    // A list without an end, or of empty pages, is cut off.
    if (page.items.length === 0) break;
  } while (cursor !== undefined && leaves.length < Math.min(count, LEAVES_MAX));
  return leaves;
}

/** Undefined if nothing was owed to the user. */
async function readOwn(read: Read, { id }: Proof): Promise<OwnLeaves | undefined> {
  try {
    return await read(transparencyApi.getOwnLeaves, { proofId: id });
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

async function readPastDays(read: Read, now: Date): Promise<MarketDay[]> {
  const before = now.toISOString().slice(0, 10);
  const { items } = await read(forexMarketApi.listMarketDays, {}, { before });
  const days: MarketDay[] = [];
  for (const { date } of items.slice(0, DAYS))
    days.push(await read(forexMarketApi.getMarketDay, { date }));
  return days;
}
