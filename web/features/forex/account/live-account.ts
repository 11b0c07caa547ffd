/**
 * Values the account at the latest prices, with the same exact arithmetic as the server. Returns
 * undefined while a price is missing or a trade's instrument is unknown.
 */
import {
  holdableNamed,
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

/** Returns the account's live figures. `trades` must contain all open trades. */
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
    // A required price has not arrived yet, so the account cannot be valued.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the unrealised profit or loss of one trade, in cents. */
export function tradeResult(
  trade: ForexTrade,
  live: ReadonlyMap<string, LiveQuote>,
): bigint | undefined {
  return liveAccount({ balanceCents: 0, marginRates: {} }, [trade], live)?.unrealised;
}

/**
 * Converts the trades for the market module, keeping their order. Returns undefined if an
 * instrument or a price is unknown.
 */
function tradesOf(trades: readonly ForexTrade[]): Trade[] | undefined {
  const held: Trade[] = [];
  for (const { id, instrument: name, units, price } of trades) {
    const instrument: Instrument | undefined = holdableNamed(name);
    const entry = readScaled(price, name);
    if (!instrument || entry === undefined) return undefined;
    held.push({ id, instrument, units, price: entry });
  }
  return held;
}
