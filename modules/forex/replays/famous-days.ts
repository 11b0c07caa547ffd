/** Famous days on which a replay can be started with one click, each with a hint. */
export interface FamousDay {
  readonly id: string;
  readonly title: string;
  readonly instrument: string;
  readonly startsAt: string;
  readonly watch: string;
}

export const FAMOUS_DAYS: readonly FamousDay[] = [
  {
    id: "eur-chf-2015",
    title: "The franc is unpegged",
    instrument: "EUR_CHF",
    startsAt: "2015-01-15T09:00:00Z",
    watch:
      "At 10:30 in Zurich the Swiss National Bank gave up its minimum rate of 1.20 francs. For 45 minutes there is no price. The next one is 15 % lower, and a stop is filled there, far below its own price.",
  },
  {
    id: "gbp-usd-2016",
    title: "The night of the referendum",
    instrument: "GBP_USD",
    startsAt: "2016-06-23T22:00:00Z",
    watch:
      "Sunderland's result comes 76 minutes after the start. Small positions survive the night. What would your margin level be with a large one?",
  },
  {
    id: "usd-jpy-2020",
    title: "March 2020",
    instrument: "USD_JPY",
    startsAt: "2020-03-08T21:00:00Z",
    watch:
      "Oil fell by a quarter over the weekend, and the yen opens far from Friday's close. The spread is wide for the first 15 minutes.",
  },
  {
    id: "rollover-wednesday",
    title: "Three nights in one",
    instrument: "AUD_JPY",
    startsAt: "2025-06-11T20:45:00Z",
    watch:
      "On Wednesdays at 17:00 New York time, three days of financing are booked at once. Hold a position over that time, then look at the history.",
  },
  {
    id: "weekend-gap",
    title: "Over the weekend",
    instrument: "AUD_JPY",
    startsAt: "2020-03-06T21:30:00Z",
    watch:
      "The market closes in half an hour and opens on Sunday with a price jump. Compare a stop loss with the price at which it is filled.",
  },
];
