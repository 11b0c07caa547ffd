/** Verifies another installation from its public figures, as an outsider. */
import { forexMarketApi } from "#api/forex";
import { publicApi } from "#api/public";
import { transparencyApi } from "#api/transparency";
import { failed, type Check } from "./check.ts";
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
  type Proof,
} from "./checks.ts";
import { checkOwnAudit, readOwnAudit } from "./check-own-audit.ts";
import { checkOwnStatement, readStatement } from "./check-own-entries.ts";
import { readNode } from "./read-node.ts";
import { Missing, siteReader, UnexpectedShape, type Read } from "./read-site.ts";

interface Plan {
  readonly origin: string;
  /** JSON-RPC address of the outsider's own node. */
  readonly node: string | undefined;
  /** API key with the scope `read`, to verify its user's own leaves. */
  readonly key: string | undefined;
  readonly now: Date;
}

/** Leaves of eight million users. A longer list would only fill this machine's memory. */
const LEAVES_MAX = 2 ** 24;
/** Number of past trading days that are checked, which one page of the list contains. */
const DAYS = 31;

/** Throws Unreachable if the installation or the given node does not respond. */
export async function verifySite({ origin, node, key, now }: Plan): Promise<readonly Check[]> {
  const read = siteReader(origin);
  try {
    const practice = await read(publicApi.getPractice);
    const page = await read(transparencyApi.getTransparency);
    const [proof] = (await read(transparencyApi.listProofs, {}, { limit: "1" })).items;
    const leaves = proof ? await readLeaves(read, proof) : [];
    const readAsUser = key === undefined ? undefined : siteReader(origin, key);
    const own = proof && readAsUser ? await readOwn(readAsUser, proof) : undefined;
    const statement = readAsUser && (await readStatement(readAsUser));
    const ownAudit = readAsUser && (await readOwnAudit(readAsUser));
    const view = node === undefined ? undefined : await readNode(node, page.block?.height);
    return [
      checkPractice(practice),
      checkVerdict(page, now),
      checkTrialBalance(page),
      checkCoins(page),
      checkCover(page),
      checkLiabilities(page, proof, leaves, now),
      checkOwn(own, proof),
      checkOwnStatement(statement),
      // The audit entries that the public log commits to are compared as soon as there is a log.
      checkOwnAudit(ownAudit, undefined),
      checkSeeds(await readPastDays(read, now)),
      ...checkNode(page, view),
      ...UNPROVEN,
    ];
  } catch (error) {
    if (error instanceof UnexpectedShape) return [failed("answers", error.message)];
    throw error;
  }
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
