/**
 * Decides whether and how much the faucet grants. The tables of daily totals, the treasury and the
 * ledger later check that enough coins are available. Pure.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { newId, type IdempotentRequest, type Refusal } from "#platform";
import { refuse } from "../terms/refusals.ts";
import type { NewWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { mostSatsOf, pauseReasonOf, type Allowance, type Asker } from "./allowance.ts";
import { isEmptied } from "./faucet-shares.ts";
import type { SharedTaking } from "./faucet-table.ts";

export interface FaucetRequest extends Asker {
  /** Requested amount; undefined to request the rest of the day's allowance. */
  readonly amountSats: bigint | undefined;
  readonly request: IdempotentRequest;
}

export interface PlannedGrant {
  readonly userId: string;
  readonly amountSats: bigint;
  readonly allowance: Allowance;
}

/**
 * Returns the grant to make. Throws `faucet_limit`, `faucet_network_limit`, `faucet_total_limit` or
 * `faucet_amount`, or `faucet_closed` during a pause.
 */
export function decideGrant(
  allowance: Allowance,
  { userId, amountSats = mostSatsOf(allowance) }: Omit<FaucetRequest, "request" | "origin">,
): PlannedGrant {
  const { remainingSats, leastSats, networks, total } = allowance;
  if (remainingSats === 0n || amountSats > remainingSats) throw overLimit(allowance);
  const needed = { leastSats, amountSats };
  if ([...networks, total].some((share) => isEmptied(share, needed)))
    throw overShares(allowance, amountSats);
  if (amountSats < leastSats) throw refuse.faucet_amount({ min: btc(leastSats) });
  const pause = pauseReasonOf(allowance);
  if (pause !== null) throw refuse.faucet_closed({ reason: pause });
  return { userId, amountSats, allowance };
}

export function overLimit({ dailySats, remainingSats }: Allowance): Refusal {
  return refuse.faucet_limit({ daily: btc(dailySats), remaining: btc(remainingSats) });
}

/** Returns the refusal for an amount that exceeds the network's limit or the total. */
export function overShares({ networks, total, leastSats }: Allowance, amountSats: bigint): Refusal {
  const needed = { leastSats, amountSats };
  const network = networks.find((share) => isEmptied(share, needed));
  const { limitSats, remainingSats } = network ?? total;
  const values = { daily: btc(limitSats), remaining: btc(remainingSats) };
  return network ? refuse.faucet_network_limit(values) : refuse.faucet_total_limit(values);
}

/** Returns the sums that these grants add to each shared total, keyed by the total's name. */
export function sharedTakings(grants: readonly PlannedGrant[]): ReadonlyMap<string, SharedTaking> {
  const takings = new Map<string, SharedTaking>();
  for (const { allowance, amountSats } of grants)
    for (const { name, limitSats } of [...allowance.networks, allowance.total])
      takings.set(name, { sats: (takings.get(name)?.sats ?? 0n) + amountSats, limitSats });
  return takings;
}

/** Builds the platform's payment to the user's deposit address. */
export function newGrant({
  now,
  to,
  ...grant
}: Pick<NewWithdrawal, "userId" | "amountSats" | "network"> & {
  readonly now: Date;
  readonly to: Pick<NewWithdrawal, "address" | "scriptHex">;
}): NewWithdrawal {
  return {
    ...grant,
    id: newId("fct", now),
    address: to.address,
    scriptHex: to.scriptHex,
    purpose: "faucet",
    method: "wallet",
    feeSats: 0n,
    requestedAt: now,
    approvalsRequired: 0,
    daySats: null,
  };
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}
