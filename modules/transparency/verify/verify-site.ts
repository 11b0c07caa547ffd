/** Verifies another installation from its public figures, as an outsider. */
import { forexMarketApi } from "#api/forex";
import { publicApi } from "#api/public";
import { transparencyApi } from "#api/transparency";
import { failed, type Check } from "./check.ts";
import {
  checkCoins,
  checkCover,
  checkNode,
  checkPractice,
  checkSeeds,
  checkTrialBalance,
  checkVerdict,
  UNPROVEN,
  type MarketDay,
} from "./checks.ts";
import { readNode } from "./read-node.ts";
import { siteReader, UnexpectedShape, type Read } from "./read-site.ts";

interface Plan {
  readonly origin: string;
  /** JSON-RPC address of the outsider's own node. */
  readonly node: string | undefined;
  readonly now: Date;
}

/** Number of past trading days that are checked, which one page of the list contains. */
const DAYS = 31;

/** Throws Unreachable if the installation or the given node does not respond. */
export async function verifySite({ origin, node, now }: Plan): Promise<readonly Check[]> {
  const read = siteReader(origin);
  try {
    const practice = await read(publicApi.getPractice);
    const page = await read(transparencyApi.getTransparency);
    const view = node === undefined ? undefined : await readNode(node, page.block?.height);
    return [
      checkPractice(practice),
      checkVerdict(page, now),
      checkTrialBalance(page),
      checkCoins(page),
      checkCover(page),
      checkSeeds(await readPastDays(read, now)),
      ...checkNode(page, view),
      ...UNPROVEN,
    ];
  } catch (error) {
    if (error instanceof UnexpectedShape) return [failed("answers", error.message)];
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
