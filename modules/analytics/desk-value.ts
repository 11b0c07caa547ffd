/**
 * Values the Forex desk as part of a user's holdings. The desk's equity in dollars is converted at
 * the day's reference rate. A transfer to the desk reduces the holdings only by its cost and leaves
 * the user's net deposits unchanged. All functions are pure.
 */
import { mulDiv } from "#money";
import type { DatedRate } from "#economics";
import { endOf } from "./day-range.ts";
import type { AssetDay } from "./report.ts";

export interface DeskEquity {
  /** Balance plus unrealised profit or loss at current prices, in cents. */
  readonly nowCents: bigint;
  /** Equity at the close of each trading day, oldest first. */
  readonly closes: readonly {
    readonly day: string;
    readonly at: Date;
    readonly balanceCents: bigint;
    readonly openCents: bigint;
  }[];
  /** Cents moved to the desk, or negative for cents moved back to the wallet. */
  readonly moves: readonly { readonly at: Date; readonly amountCents: bigint }[];
}

export interface Holdings {
  readonly deskCents: bigint;
  readonly deskSats: bigint;
  /** Balance of the user's accounts plus the desk's equity, converted to satoshis. */
  readonly valueSats: bigint;
  /** Net deposits since the first entry: deposits minus withdrawals. */
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

/**
 * Returns the holdings. Without `equity`, because the desk cannot value positions, only the desk's
 * balance is included.
 */
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
 * Returns a day's equity: the equity at its last market close, plus the funds moved since that
 * close. Balance and unrealised profit or loss are from the same moment, so that a later trade is
 * not counted twice. Returns undefined if no position was open at that close, because the equity is
 * then the balance at the end of the day.
 */
function equityOn(day: string, equity: DeskEquity | undefined): bigint | undefined {
  const close = equity?.closes.findLast((one) => one.day <= day);
  if (!equity || !close || close.openCents === 0n) return undefined;
  const end = endOf(day);
  return equity.moves
    .filter(({ at }) => at > close.at && at < end)
    .reduce((sum, { amountCents }) => sum + amountCents, close.balanceCents + close.openCents);
}
