/**
 * Values the Forex desk as part of a user's holdings. The desk's equity in dollars is converted at
 * the day's reference rate. A move to the desk changes neither the holdings, except for its cost,
 * nor the user's net deposits. Pure.
 */
import { mulDiv } from "#money";
import type { DatedRate } from "#economics";
import { endOf } from "./day-range.ts";
import type { AssetDay } from "./report.ts";

/** The equity of a user's desk account, as reported by the desk. */
export interface DeskEquity {
  /** Balance plus open profit and loss at current prices. */
  readonly nowCents: bigint;
  /** The account's equity at the close of each trading day, oldest first. */
  readonly closes: readonly {
    readonly day: string;
    readonly at: Date;
    readonly balanceCents: bigint;
    readonly openCents: bigint;
  }[];
  /** Cents moved to the desk, or below zero from the desk. */
  readonly moves: readonly { readonly at: Date; readonly amountCents: bigint }[];
}

export interface Holdings {
  readonly deskCents: bigint;
  readonly deskSats: bigint;
  /** Balance of the user's accounts plus the desk's equity in BTC. */
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

/** `equity` is undefined if the desk cannot value positions. Then only its balance counts. */
export function holdingsOf(
  { day, BTC, USD }: Day,
  rate: DatedRate,
  desk: { readonly equity: DeskEquity | undefined; readonly isToday: boolean },
): Holdings {
  const { equity, isToday } = desk;
  const cents = isToday && equity ? equity.nowCents : (equityOn(day, equity) ?? USD.value);
  const deskCents = cents > 0n ? cents : 0n;
  const deskSats = satsOfCents(deskCents, rate);
  return {
    deskCents,
    deskSats,
    valueSats: BTC.value + deskSats,
    putInSats: BTC.putIn - BTC.convertedSoFar,
  };
}

/**
 * The equity of a day is that of its last close plus the funds moved since. Balance and open profit
 * and loss are of the same time, so a trade that closes later is not counted twice. Undefined if no
 * position was open at that close. Then the balance at the end of the day is the equity.
 */
function equityOn(day: string, equity: DeskEquity | undefined): bigint | undefined {
  const close = equity?.closes.findLast((one) => one.day <= day);
  if (!equity || !close || close.openCents === 0n) return undefined;
  const end = endOf(day);
  return equity.moves
    .filter(({ at }) => at > close.at && at < end)
    .reduce((sum, { amountCents }) => sum + amountCents, close.balanceCents + close.openCents);
}
