/**
 * Coins at the Forex desk as part of a user's holdings: the equity of the desk in dollars,
 * converted at the day's reference rate. Moving coins there changes neither the holdings, except
 * for its cost, nor what the user put in. Pure.
 */
import { mulDiv } from "#money";
import type { DatedRate } from "#economics";
import type { AssetDay } from "./report.ts";

/** Equity of a user's desk account, as the desk reports it. */
export interface DeskEquity {
  /** Balance and open results at the prices of now. */
  readonly nowCents: bigint;
  /** Open results when a trading day closed, by its date. */
  readonly openCents: ReadonlyMap<string, bigint>;
}

export interface Holdings {
  readonly deskCents: bigint;
  readonly deskSats: bigint;
  /** Coins on the user's accounts and the desk's equity in BTC. */
  readonly valueSats: bigint;
  /** Deposits less withdrawals since the first entry. */
  readonly putInSats: bigint;
}

interface Day {
  readonly day: string;
  readonly BTC: AssetDay;
  readonly USD: AssetDay;
}

const SATS_PER_BTC = 100_000_000n;

export function satsOfCents(cents: bigint, { centsPerBtc }: DatedRate): bigint {
  return mulDiv(cents, SATS_PER_BTC, centsPerBtc, "down");
}

/** `equity` is undefined where the desk cannot value positions: its balance counts then. */
export function holdingsOf(
  { day, BTC, USD }: Day,
  rate: DatedRate,
  desk: { readonly equity: DeskEquity | undefined; readonly isToday: boolean },
): Holdings {
  const { equity, isToday } = desk;
  const openCents = equity?.openCents.get(day) ?? 0n;
  const cents = isToday && equity ? equity.nowCents : USD.value + openCents;
  const deskCents = cents > 0n ? cents : 0n;
  const deskSats = satsOfCents(deskCents, rate);
  return {
    deskCents,
    deskSats,
    valueSats: BTC.value + deskSats,
    putInSats: BTC.putIn - BTC.convertedSoFar,
  };
}
