/**
 * Limits the interest promised per network and UTC day, so that many accounts cannot use up the
 * fund. A position that is closed early still counts toward that day's limit.
 */
import {
  deleteInBatches,
  numberArray,
  textArray,
  type DatabaseTransaction,
  type Network,
  type Queryable,
} from "#platform";
import { shortestBtc } from "./btc-text.ts";
import { FUNDING_TARGET_SATS } from "./fund.ts";
import { earnRefusals } from "./refusals.ts";

const DAY_MS = 86_400_000;
/**
 * Number of daily network shares in the fund's target. A quarter of the target is enough for a
 * classroom that shares one IP address.
 */
const NETWORKS_OF_A_FUND = 4n;
export const NETWORK_DAILY_SATS = FUNDING_TARGET_SATS / NETWORKS_OF_A_FUND;
/**
 * Maximum number of network shares per IPv6 prefix. It is below `NETWORKS_OF_A_FUND`, so that no
 * prefix can use up the fund.
 */
const SHARES_OF_PREFIX_MAX = 3;

export interface Share {
  /** The network and its prefixes, narrowest first. */
  readonly networks: readonly Network[];
  readonly lockedSats: bigint;
}

/**
 * Adds the interest to the networks' daily totals and locks the rows until the commit. Returns
 * false if a total would exceed its limit.
 */
export async function takeShares(
  tx: DatabaseTransaction,
  shares: readonly Share[],
  now: Date,
): Promise<boolean> {
  const wanted = new Map<string, { readonly sats: bigint; readonly maxSats: bigint }>();
  for (const { networks, lockedSats } of shares)
    for (const network of networks) {
      const sats = (wanted.get(network.name)?.sats ?? 0n) + lockedSats;
      wanted.set(network.name, { sats, maxSats: dailySatsOf(network) });
    }
  const totals = [...wanted.values()];
  const rows = await tx.query(
    `insert into earn_networks as n (network, day, locked_sats)
     select network, $3::date, sats from unnest($1::text[], $2::bigint[], $4::bigint[]) as wanted(network, sats, max_sats)
     where sats <= max_sats order by network
     on conflict (network, day) do update set locked_sats = n.locked_sats + excluded.locked_sats
       where n.locked_sats + excluded.locked_sats <= (
         select max_sats from unnest($1::text[], $4::bigint[]) as wanted(network, max_sats)
         where wanted.network = n.network)
     returning 1`,
    [
      textArray([...wanted.keys()]),
      numberArray(totals.map(({ sats }) => sats)),
      dayOf(now),
      numberArray(totals.map(({ maxSats }) => maxSats)),
    ],
  );
  return rows.length === wanted.size;
}

/** Returns the refusal, with the figures of the network whose remaining share is the smallest. */
export async function beyondShare(queryable: Queryable, networks: readonly Network[], now: Date) {
  const names = networks.map(({ name }) => name);
  const rows = await queryable.query<{ network: string; sats: bigint }>(
    "select network, locked_sats as sats from earn_networks where network = any($1::text[]) and day = $2",
    [textArray(names), dayOf(now)],
  );
  const locked = new Map(rows.map(({ network, sats }) => [network, sats]));
  const [least] = networks
    .map((network) => {
      const dailySats = dailySatsOf(network);
      return { dailySats, remainingSats: dailySats - (locked.get(network.name) ?? 0n) };
    })
    .toSorted((a, b) => Number(a.remainingSats - b.remainingSats));
  return earnRefusals.network_share({
    daily: shortestBtc(least?.dailySats ?? 0n),
    left: shortestBtc(least?.remainingSats ?? 0n),
  });
}

function dailySatsOf({ factor }: Network): bigint {
  return NETWORK_DAILY_SATS * BigInt(Math.min(factor, SHARES_OF_PREFIX_MAX));
}

/**
 * Deletes the totals of past days. Keeps yesterday's totals, because a process with a slower clock
 * may still use them.
 */
export async function sweepShares(queryable: Queryable, now: Date): Promise<void> {
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  await deleteInBatches(queryable, "earn_networks", { where: "day < $1", values: [yesterday] });
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
