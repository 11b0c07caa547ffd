/** Verifies another installation from its public figures, as an outsider. */
import { publicApi } from "#api/public";
import { transparencyApi } from "#api/transparency";
import { failed, type Check } from "./check.ts";
import {
  checkCoins,
  checkCover,
  checkLabels,
  checkLiabilities,
  checkNode,
  checkOwn,
  checkPractice,
  checkTrialBalance,
  checkVerdict,
  UNPROVEN,
  type Leaf,
  type OwnLeaves,
  type OwnShare,
  type Proof,
} from "./checks.ts";
import { lowestBalance } from "./own-balance.ts";
import { checkOwnStatement, readStatement, type OwnStatement } from "./check-own-entries.ts";
import { checkDays, readPastDays } from "./check-days.ts";
import { readNode } from "./read-node.ts";
import { Missing, readPage, siteReader, UnexpectedShape, type Read } from "./read-site.ts";

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
/** Pages that somebody without an account sees before using the platform. */
const LABELLED = ["/", "/login", "/register", "/transparency"];

/** Throws Unreachable if the installation or the given node does not respond. */
export async function verifySite({ origin, node, key, now }: Plan): Promise<readonly Check[]> {
  const read = siteReader(origin);
  try {
    const practice = await read(publicApi.getPractice);
    const page = await read(transparencyApi.getTransparency);
    const [proof] = (await read(transparencyApi.listProofs, {}, { limit: "1" })).items;
    const leaves = proof ? await readLeaves(read, proof) : [];
    const readAsUser = key === undefined ? undefined : siteReader(origin, key);
    const statement = readAsUser && (await readStatement(readAsUser));
    const own =
      proof && readAsUser && statement
        ? await readOwnShare(readAsUser, proof, statement)
        : undefined;
    const view = node === undefined ? undefined : await readNode(node, page.block?.height);
    return [
      checkPractice(practice),
      checkLabels(await readPages(origin)),
      checkVerdict(page, now),
      checkTrialBalance(page),
      checkCoins(page),
      checkCover(page),
      checkLiabilities(page, proof, leaves, now),
      checkOwn(own, proof),
      checkOwnStatement(statement),
      ...checkDays(await readPastDays(read, now)),
      ...checkNode(page, view),
      ...UNPROVEN,
    ];
  } catch (error) {
    if (error instanceof UnexpectedShape) return [failed("answers", error.message)];
    throw error;
  }
}

async function readPages(origin: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const path of LABELLED) pages.set(path, await readPage(origin, path));
  return pages;
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

async function readOwnShare(
  read: Read,
  proof: Proof,
  { entries }: OwnStatement,
): Promise<OwnShare> {
  const leaves = await readOwnLeaves(read, proof);
  return { leaves, lowestSats: lowestBalance(entries, proof.takenAt) };
}

/** Undefined if nothing was owed to the user. */
async function readOwnLeaves(read: Read, { id }: Proof): Promise<OwnLeaves | undefined> {
  try {
    return await read(transparencyApi.getOwnLeaves, { proofId: id });
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}
