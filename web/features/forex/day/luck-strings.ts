import { usdText } from "../../../ui/amounts/amount-format.ts";
import { countText } from "../../../ui/amounts/count-text.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";

export const luckTexts = {
  title: "Luck test",
  run: "Run the luck test",
  runAgain: "Run again",
  running: "Flipping coins...",
  lead: () =>
    `Compares your trades of this day with ${wholeText(10_000)} traders who opened and closed the same trades at the same times, but flipped a coin for each direction.`,
  season: "Season",
  seasonName: (season: number | "all") => (season === "all" ? "Whole day" : `Season ${season}`),
  noTradesOfSeason: "You had no trades in this season on this day.",
  noTrades: "You had no trades on this day.",
  place: (place: string) => `${place} of 100 coin flippers`,
  best: "The 100th has the best result.",
  costs: (amount: string) => `Spread and financing cost ${amount} USD.`,
  received: (amount: string) =>
    `You received ${amount} USD more financing than you paid in spread.`,
  tooFew: (trades: number) =>
    `Too few to say: ${countText(trades, "trade")}. With 30 or more, the place says more.`,
  own: "Your result of the day, USD",
  median: "Median coin flipper, USD",
  below: "Flippers with a lower result",
  equal: "Flippers with the same result",
  trades: "Trades",
  financing: "Financing, USD",
  spread: "Spread, USD",
  note: "No user can know the direction of this market, so a high place on one day is luck. Results run from the opening to the close of the day. Financing is not compared. The price step at 17:00 offsets the difference in interest, and the mark-up is the same in both directions.",
  recompute:
    "Coin of flippers 2k and 2k + 1 for trade i: bit i of SHA-256 over the seed and the text “coin k 0”, and its opposite.",
  oanda: "These prices came from OANDA, so they do not follow from a seed.",
  incomplete: "An event of the day has too little data for the luck test.",
  notStarted: "The luck test could not start. Reload the page and try again.",
} as const;

/** Describes the costs in cents. Negative costs are received. */
export function costsText(cents: number): string {
  const amount = usdText(BigInt(Math.abs(cents)));
  return cents < 0 ? luckTexts.received(amount) : luckTexts.costs(amount);
}

/** Returns an ordinal such as `63rd`. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
