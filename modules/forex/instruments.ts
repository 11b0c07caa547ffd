/** Lists the tradeable instruments and their current terms. */
import type { z } from "zod";
import type { forexMarketApi } from "#api/forex";
import { formatScaled } from "#economics";
import {
  CURRENCIES,
  dayAt,
  INSTRUMENTS,
  ORDER_UNITS_MAX,
  POSITION_UNITS_MAX,
  priceText,
  type Instrument,
} from "#market";
import type { ForexMarket } from "./market.ts";
import { marketRefusals } from "./market-refusals.ts";
import { instrumentIn } from "./feed/instrument-in.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import { dayTermsAt, deskTermsAt, type DayTerms } from "./terms/posted-terms.ts";
import { percentText, rateText } from "./terms/term-texts.ts";

type Answer = z.output<typeof forexMarketApi.listInstruments.response>;

/**
 * Lists the instruments with the current day's terms. While the market is closed, uses the terms
 * with which it would open.
 */
export async function listInstruments({ database, clock, days }: ForexMarket): Promise<Answer> {
  const now = clock.now();
  const day = await days.open(dayAt(now.getTime()));
  const terms = day?.terms ?? (await dayTermsAt(database, now));
  const desk = await deskTermsAt(database, now);
  return {
    markUpPercent: percentText(terms.markUp),
    conversionCostPercent: percentText(desk.conversionCost),
    isOpen: desk.isOpen,
    interest: Object.fromEntries(
      CURRENCIES.map((currency) => [currency, percentText(terms.interest[currency])]),
    ),
    instruments: INSTRUMENTS.map((instrument) => presentInstrument(instrument, terms)),
  };
}

function presentInstrument(instrument: Instrument, terms: DayTerms) {
  const { id, name, base, pipLocation, displayPrecision, isTradeable } = instrument;
  return {
    name,
    displayName: name.replace("_", "/"),
    type: base === "BTC" ? ("CRYPTO" as const) : ("CURRENCY" as const),
    pipLocation,
    displayPrecision,
    tradeUnitsPrecision: 0 as const,
    minimumTradeSize: "1",
    minimumTrailingStopDistance: priceText(instrument.minimumTrailingDistance, instrument),
    maximumOrderUnits: String(ORDER_UNITS_MAX),
    maximumPositionSize: String(POSITION_UNITS_MAX),
    marginRate: rateText(terms.marginRates[id] ?? instrument.marginRate),
    tradeable: isTradeable,
    spread: formatScaled(BigInt(terms.spreadTenths[id] ?? 0), 1),
  };
}

/**
 * Returns an instrument that has candles. Throws `forex_instrument_unknown` and
 * `forex_instrument_without_candles`.
 */
export function instrumentForCandles(name: string, feed: Pick<QuoteFeed, "only"> = {}): Instrument {
  const instrument = instrumentIn(feed, name);
  if (!instrument) throw marketRefusals.forex_instrument_unknown();
  if (!instrument.isTradeable) throw marketRefusals.forex_instrument_without_candles();
  return instrument;
}
