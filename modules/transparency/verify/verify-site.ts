/** Verifies another installation from its public figures, as an outsider. */
import { setTimeout as sleep } from "node:timers/promises";
import { publicApi } from "#api/public";
import { transparencyApi } from "#api/transparency";
import { failed, type Check } from "#receipts";
import type { Transparency } from "../read-transparency.ts";
import { checkDays, readPastDays, type PastDays } from "./check-days.ts";
import { checkFacts, checkLoggedSeeds } from "./check-facts.ts";
import {
  checkHistory,
  checkStatement,
  checkTree,
  checkWitnesses,
  headOf,
  parseFacts,
  type LoggedFact,
} from "./check-log.ts";
import { checkUser } from "./check-user.ts";
import { checkOnNode, checkReserves, recentProofs } from "./check-reserves.ts";
import {
  checkCoins,
  checkCover,
  checkLabels,
  checkLiabilities,
  checkNode,
  checkPractice,
  checkTrialBalance,
  checkVerdict,
  type Leaf,
  type Practice,
  type Proof,
} from "./checks.ts";
import type { KeptHead } from "./kept-head.ts";
import { readLog } from "./read-log.ts";
import { readNode } from "./read-node.ts";
import { readList, readPage, siteReader, UnexpectedShape, type Read } from "./read-site.ts";
import { readOutputs } from "./read-outputs.ts";
import { readReserves } from "./read-reserves.ts";

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

/** Leaves of a million users. A longer list would only fill this machine's memory. */
const LEAVES_MAX = 2 ** 22;
/** Pages that a visitor without an account opens first. */
const LABELLED = ["/", "/login", "/register", "/transparency"];
/** Downloads of the log while a given witness has not signed the newest checkpoint. */
const TRIES = 3;
const WITNESS_MS = 2_000;

/** Throws Unreachable if the installation or the given node does not respond. */
export async function verifySite(plan: Plan): Promise<Verification> {
  const { origin, node, key, now } = plan;
  const read = siteReader(origin);
  try {
    const practice = await read(publicApi.getPractice);
    const page = await read(transparencyApi.getTransparency);
    const [proof] = (await read(transparencyApi.listProofs, {}, { limit: "1" })).items;
    const leaves = proof ? await readLeaves(read, proof) : [];
    const past = await readPastDays(read, now);
    const reserves = proof && (await readReserves(read, proof.id));
    const outputs =
      reserves && node !== undefined
        ? await readOutputs(node, reserves.reserves.proof.height, reserves.outputs)
        : undefined;
    const view = node === undefined ? undefined : await readNode(node, page.block?.height);
    const readAsUser = key === undefined ? undefined : siteReader(origin, key);
    const signedProofs = recentProofs(reserves, now);
    const log = await checkLog(plan, { practice, page, proof, signedProofs, days: past.days });
    const checks = [
      checkPractice(practice),
      checkLabels(await readLabelledPages(origin)),
      checkVerdict(page, now),
      checkTrialBalance(page),
      checkCoins(page),
      checkCover(page),
      checkLiabilities(page, proof, leaves, now),
      ...checkReserves(reserves, proof, { origin, network: practice.network, now }),
      ...checkOnNode(reserves, outputs),
      ...(await checkUser(readAsUser, { practice, proof, facts: log.facts })),
      ...checkDays(past),
      ...log.checks,
      ...checkNode(page, view),
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
  readonly signedProofs: readonly Proof[];
  readonly days: PastDays["days"];
}

interface LogCheck extends Verification {
  /** Undefined without a log. */
  readonly facts: readonly LoggedFact[] | undefined;
}

/** Reads the log after everything that it contains. */
async function checkLog(
  { origin, since, witnesses, now }: Plan,
  { practice, ...shown }: Published,
): Promise<LogCheck> {
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
  const vkey = practice.log?.vkey;
  // Nothing is known about the leaves of a log without a key.
  const facts = log && vkey !== undefined ? parseFacts(log.bodies) : undefined;
  return {
    facts,
    head: log && vkey !== undefined ? headOf(vkey, log) : undefined,
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

async function readLabelledPages(origin: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const path of LABELLED) pages.set(path, await readPage(origin, path));
  return pages;
}

/** Reads at most as many leaves as the proof names, whatever the installation sends. */
function readLeaves(read: Read, { id, leaves: count }: Proof): Promise<Leaf[]> {
  return readList(
    (cursor) => read(transparencyApi.listProofLeaves, { proofId: id }, cursor),
    Math.min(count, LEAVES_MAX),
  );
}
