/** Refusals for the market's routes, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const marketRefusals = defineRefusals({
  forex_instrument_unknown: {
    status: 404,
    title: "Instrument Not Found",
    text: "There is no such instrument. Use a name such as EUR_USD.",
  },
  forex_instrument_without_candles: {
    status: 422,
    title: "No Candles",
    text: "This instrument is a manually posted reference rate without candles.",
  },
  forex_prices_signed_in: {
    status: 401,
    title: "Not signed in",
    text: "OANDA's prices are only shown to signed-in users. Sign in to see them.",
  },
  forex_candles_busy: {
    status: 429,
    title: "Too Many Charts at Once",
    text: "The server is busy with other charts. Try again in a moment.",
  },
  forex_day_unknown: {
    status: 404,
    title: "Day Not Found",
    text: "This day is not published. The market is closed on it, or it is not one of the next 30.",
  },
});
