/**
 * How much of the fund is promised from one network on one UTC day, by whatever accounts: many of
 * them are no way to the whole fund. What is left early counts until the day is over.
 */
import { numberArray, textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { shortestBtc } from "./btc-text.ts";
import { FUNDING_TARGET_SATS } from "./fund.ts";
import { earnRefusals } from "./refusals.ts";

const DAY_MS = 86_400_000;
/** Twice the interest of all that the faucet gives to one network a day: a class room has room. */
const NETWORKS_OF_A_FUND = 4n;
export const NETWORK_DAILY_SATS = FUNDING_TARGET_SATS / NETWORKS_OF_A_FUND;

export interface Share {
  readonly network: string;
  readonly lockedSats: bigint;
}

/** Others of these networks wait until the transaction is over. False: it would be too much. */
export async function takeShares(
  tx: DatabaseTransaction,
  shares: readonly Share[],
  now: Date,
): Promise<boolean> {
  const wanted = new Map<string, bigint>();
  for (const { network, lockedSats } of shares)
    wanted.set(network, (wanted.get(network) ?? 0n) + lockedSats);
  const rows = await tx.query(
    `insert into earn_networks as n (network, day, locked_sats)
     select network, $3::date, sats from unnest($1::text[], $2::bigint[]) as wanted(network, sats)
     where sats <= $4::bigint order by network
     on conflict (network, day) do update set locked_sats = n.locked_sats + excluded.locked_sats
       where n.locked_sats + excluded.locked_sats <= $4::bigint
     returning 1`,
    [
      textArray([...wanted.keys()]),
      numberArray([...wanted.values()]),
      dayOf(now),
      NETWORK_DAILY_SATS,
    ],
  );
  return rows.length === wanted.size;
}

export async function beyondShare(queryable: Queryable, network: string, now: Date) {
  const [row] = await queryable.query<{ sats: bigint }>(
    "select locked_sats as sats from earn_networks where network = $1 and day = $2",
    [network, dayOf(now)],
  );
  return earnRefusals.network_share({
    daily: shortestBtc(NETWORK_DAILY_SATS),
    left: shortestBtc(NETWORK_DAILY_SATS - (row?.sats ?? 0n)),
  });
}

/** Who was where is of no use when the day is over, by the clock of any process. */
export async function sweepShares(queryable: Queryable, now: Date): Promise<void> {
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  await queryable.query("delete from earn_networks where day < $1", [yesterday]);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
