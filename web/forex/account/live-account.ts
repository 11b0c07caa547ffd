/**
 * What the account is worth at the latest prices, by the same exact rules as the server's: the
 * digits are its digits. Undefined as long as a price or a trade is missing.
 */
import {
  instrumentNamed,
  INSTRUMENTS,
  isMarginCall,
  levelOf,
  shown,
  valueAccount,
  type Instrument,
  type Quotes,
  type Trade,
} from "#market";
import { parseAmount } from "#money";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { scaled, type LiveQuote } from "../quotes/live-quote.ts";

export type ForexAccount = ApiAnswer<"getForexAccount">;
/** What both a live account and a replay's have. */
export type AccountFigures = ApiAnswer<"getReplay">["account"];
export type ForexTrade = ApiAnswer<"listForexTrades">["items"][number];

/** Whole cents. */
export interface Figures {
  readonly balance: bigint;
  readonly unrealised: bigint;
  readonly nav: bigint;
  readonly marginUsed: bigint;
  readonly available: bigint;
  /** Hundredths of a percent; undefined with nothing open. */
  readonly level: bigint | undefined;
  readonly isMarginCall: boolean;
}

export interface LiveAccount extends Figures {
  readonly positions: readonly {
    readonly instrument: string;
    readonly units: number;
    readonly unrealised: bigint;
    readonly margin: bigint;
  }[];
}

/** As the server said last. */
export function figuresOf(account: AccountFigures): Figures {
  return {
    balance: BigInt(account.balanceCents),
    unrealised: BigInt(account.unrealisedCents),
    nav: BigInt(account.navCents),
    marginUsed: BigInt(account.marginUsedCents),
    available: BigInt(account.marginAvailableCents),
    level: account.marginLevel === null ? undefined : BigInt(account.marginLevel.replace(".", "")),
    isMarginCall: account.isMarginCall,
  };
}

/** `trades`: all open ones. */
export function liveAccount(
  account: Pick<AccountFigures, "balanceCents" | "marginRates">,
  trades: readonly ForexTrade[],
  live: ReadonlyMap<string, LiveQuote>,
): LiveAccount | undefined {
  const held = tradesOf(trades);
  if (!held) return undefined;
  const quotes: Quotes = ({ name }) => live.get(name);
  try {
    const balance = BigInt(account.balanceCents);
    const value = valueAccount(
      {
        home: "USD",
        balanceCents: balance,
        trades: held,
        marginRates: marginRatesOf(account.marginRates),
      },
      quotes,
    );
    return {
      balance,
      unrealised: shown(value.unrealised),
      nav: shown(value.nav),
      marginUsed: shown(value.marginUsed),
      available: shown(value.available),
      level: levelOf(value),
      isMarginCall: isMarginCall(value),
      positions: value.positions.map(({ instrument, units, unrealised, margin }) => ({
        instrument: instrument.name,
        units,
        unrealised: shown(unrealised),
        margin: shown(margin),
      })),
    };
  } catch (error) {
    // A price that is needed has not come yet.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const RATE_DECIMALS = 7;

/** By instrument id, in 10^-7. */
export function marginRatesOf(rates: AccountFigures["marginRates"]): number[] {
  return INSTRUMENTS.map(({ name, marginRate }) =>
    Number(parseAmount(rates[name] ?? "", RATE_DECIMALS) ?? marginRate),
  );
}

/** Of one trade, in cents. */
export function tradeResult(
  trade: ForexTrade,
  live: ReadonlyMap<string, LiveQuote>,
): bigint | undefined {
  return liveAccount({ balanceCents: 0, marginRates: {} }, [trade], live)?.unrealised;
}

/** The market's own trades, oldest first; undefined when one is of an instrument unknown here. */
function tradesOf(trades: readonly ForexTrade[]): Trade[] | undefined {
  const held: Trade[] = [];
  for (const { id, instrument: name, units, price } of trades) {
    const instrument: Instrument | undefined = instrumentNamed(name);
    const entry = scaled(price, name);
    if (!instrument || entry === undefined) return undefined;
    held.push({ id, instrument, units, price: entry });
  }
  return held;
}
