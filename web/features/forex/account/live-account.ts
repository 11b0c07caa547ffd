/**
 * What the account is worth at the latest prices, by the same exact rules as the server's: the
 * digits are its digits. Undefined as long as a price or a trade is missing.
 */
import {
  instrumentNamed,
  isMarginCall,
  levelOf,
  shown,
  valueAccount,
  type Instrument,
  type Quotes,
  type Trade,
} from "#market";
import { readScaled, type LiveQuote } from "../quotes/live-quote.ts";
import { marginRatesOf, type AccountFigures, type Figures, type ForexTrade } from "./figures.ts";

export interface LiveAccount extends Figures {
  readonly positions: readonly {
    readonly instrument: string;
    readonly units: number;
    readonly unrealised: bigint;
    readonly margin: bigint;
  }[];
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
    const entry = readScaled(price, name);
    if (!instrument || entry === undefined) return undefined;
    held.push({ id, instrument, units, price: entry });
  }
  return held;
}
