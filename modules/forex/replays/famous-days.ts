/** Days on which a replay starts with one click, each with a hint. */
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
    title: "The franc is let go",
    instrument: "EUR_CHF",
    startsAt: "2015-01-15T09:00:00Z",
    watch:
      "At 10:30 in Zurich the Swiss National Bank gave up its floor of 1.20 francs. For 45 minutes there is no price; the next one lies 15 % lower. A stop is filled there, not where it stands.",
  },
  {
    id: "gbp-usd-2016",
    title: "The night of the referendum",
    instrument: "GBP_USD",
    startsAt: "2016-06-23T22:00:00Z",
    watch:
      "Sunderland's count comes 76 minutes after the start. Small positions live through the night; what would your margin level be with a large one?",
  },
  {
    id: "usd-jpy-2020",
    title: "March 2020",
    instrument: "USD_JPY",
    startsAt: "2020-03-08T21:00:00Z",
    watch:
      "Oil fell by a quarter over the weekend, and the yen opens far from Friday's close. The spread is wide in the first quarter of an hour.",
  },
  {
    id: "rollover-wednesday",
    title: "Three nights in one",
    instrument: "AUD_JPY",
    startsAt: "2025-06-11T20:45:00Z",
    watch:
      "At 17:00 in New York on a Wednesday three days of financing are booked at once. Hold something over it, and look at the history.",
  },
  {
    id: "weekend-gap",
    title: "Over the weekend",
    instrument: "AUD_JPY",
    startsAt: "2020-03-06T21:30:00Z",
    watch:
      "The market closes in half an hour and opens on Sunday. What stands in between is one jump: compare a stop loss with the price at which it is filled.",
  },
];
