/** Refusals of the market, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const marketRefusals = defineRefusals({
  forex_instrument_unknown: {
    status: 404,
    title: "Instrument Not Found",
    text: "There is no such instrument. Their names are written as EUR_USD.",
  },
  forex_instrument_without_candles: {
    status: 422,
    title: "No Candles",
    text: "This instrument is a reference that is posted by hand: it has no candles.",
  },
  forex_prices_signed_in: {
    status: 401,
    title: "Not signed in",
    text: "These prices are OANDA's, and are shown to people with an account only. Sign in to see them.",
  },
  forex_candles_busy: {
    status: 429,
    title: "Too Many Charts at Once",
    text: "Many charts are being made just now. Try again in a moment.",
  },
  forex_day_unknown: {
    status: 404,
    title: "Day Not Found",
    text: "Nothing is published of this day: the market is closed on it, or it is not among the next 30.",
  },
});
