/**
 * Famous days on which a replay can be started with one click. Each day has a question that users
 * can answer before the start, and a lesson that is shown after its critical moment.
 */
export interface FamousDay {
  readonly id: string;
  readonly title: string;
  readonly instrument: string;
  readonly startsAt: string;
  readonly watch: string;
  readonly question: {
    readonly text: string;
    readonly choices: readonly [string, string, string];
    /** Index of the right choice. */
    readonly right: 0 | 1 | 2;
  };
  readonly lesson: {
    /** Time in the replay from which the lesson is shown. */
    readonly from: string;
    /** Facts about the day. */
    readonly happened: string;
    /** Effect of the day on stops and limits. */
    readonly orders: string;
    readonly sources: readonly string[];
  };
}

const ECB = "European Central Bank, euro foreign exchange reference rates";

export const FAMOUS_DAYS: readonly FamousDay[] = [
  {
    id: "eur-chf-2015",
    title: "The franc is unpegged",
    instrument: "EUR_CHF",
    startsAt: "2015-01-15T09:00:00Z",
    watch:
      "The Swiss National Bank has held the euro above 1.20 francs since 2011. At 10:30 in Zurich it publishes a decision. Hold EUR/CHF with a stop loss over that time.",
    question: {
      text: "You hold EUR/CHF, bought at 1.2010, with a stop loss at 1.1990. The minimum rate of 1.20 is given up without warning. At which price is your stop filled?",
      choices: [
        "At 1.1990, because that is the price of the stop",
        "Between 1.19 and 1.20, because the market moves through every price",
        "At the first price after the gap, far below 1.1990",
      ],
      right: 2,
    },
    lesson: {
      from: "2015-01-15T10:30:00Z",
      happened:
        "At 10:30 in Zurich the Swiss National Bank ended its minimum rate of 1.20 francs per euro with immediate effect, and announced an interest rate of -0.75 % from 22 January. The ECB's rate fell from 1.2010 to 1.0280 francs within a day, by 14 %. In the replay, there is no price for 45 minutes, and the next price is 1.0209.",
      orders:
        "A stop loss becomes a market order when its price is reached. It was filled at the first price after the gap, about 15 % lower. A limit order to sell at 1.1990 or higher was not filled at all. Only a smaller position limits the loss in a gap.",
      sources: ["Swiss National Bank, statement by T. Jordan of 15 January 2015", ECB],
    },
  },
  {
    id: "gbp-usd-2016",
    title: "The night of the referendum",
    instrument: "GBP_USD",
    startsAt: "2016-06-23T22:00:00Z",
    watch:
      "The polls have just closed, and Sunderland's result comes 76 minutes after the start. Small positions survive the night. What would your margin level be with a large one?",
    question: {
      text: "GBP/USD trades near its high of the year, and most traders expect a vote to remain. If they are wrong, how far does the pound fall by the ECB's rate of the next day?",
      choices: ["About 1 %", "About 3 %", "About 8 %"],
      right: 2,
    },
    lesson: {
      from: "2016-06-24T12:15:00Z",
      happened:
        "Sunderland voted to leave by 61 %, more than expected, and the pound fell by several cents within minutes. From the ECB's rates of 23 and 24 June it fell from 1.4869 to 1.3704 dollars, by 7.8 %.",
      orders:
        "At 30:1, a fall of 7.8 % is more than twice the margin of a position, so a fully used account was stopped out during the night. A stop loss near the price limited the loss, but in such a market it is filled some pips beyond its own price.",
      sources: ["Reuters and The Independent, reports of 24 June 2016 on Sunderland's result", ECB],
    },
  },
  {
    id: "usd-jpy-2020",
    title: "March 2020",
    instrument: "USD_JPY",
    startsAt: "2020-03-08T21:00:00Z",
    watch:
      "Talks about oil production failed on Friday. The yen opens far from Friday's close. The spread is wide for the first 15 minutes.",
    question: {
      text: "The market has just opened, and you are long with a stop loss three pips below the middle of bid and ask. The middle does not move. Can the stop be filled?",
      choices: [
        "No, because a stop follows the middle of bid and ask",
        "Yes, because a sell stop follows the bid, and a wide spread lowers the bid",
        "No, because stops are paused until the spread is normal",
      ],
      right: 1,
    },
    lesson: {
      from: "2020-03-08T21:15:00Z",
      happened:
        "Saudi Arabia raised its production after the talks of 6 March failed, and Brent oil lost 24 % on Monday, the most in a day since 1991. Traders bought yen: the ECB's rates of 6 and 9 March show the dollar at 105.05 and 102.23 yen, a fall of 2.7 %.",
      orders:
        "For the first 15 minutes after the opening, the spread is six times as wide in the replay. Stops of long positions are triggered by the bid, so a near stop can be filled although the middle of bid and ask does not move. A stop that is several spreads away is safe from this.",
      sources: ["Refinitiv Lipper Alpha Insight, March 2020, on the price of Brent", ECB],
    },
  },
  {
    id: "rollover-wednesday",
    title: "Three nights in one",
    instrument: "AUD_JPY",
    startsAt: "2025-06-11T20:45:00Z",
    watch:
      "Today is a Wednesday. At 17:00 New York time, financing is booked. Hold a position over that time, then look at the history.",
    question: {
      text: "How many nights of interest does a position in AUD/JPY earn or pay at 17:00 on a Wednesday?",
      choices: ["One", "Two", "Three"],
      right: 2,
    },
    lesson: {
      from: "2025-06-11T21:01:00Z",
      happened:
        "Most pairs settle two business days after the trade. At 17:00 on a Wednesday, the settlement of a position moves from Friday to Monday, so interest for three nights is booked at once. Pairs that settle after one day, such as USD/CAD, book three nights on Thursday. In June 2025 the policy rates were 3.85 % in Australia and 0.5 % in Japan, so a long position earned the difference before the desk's mark-up.",
      orders:
        "Financing changes the balance but triggers no stop and no limit order. It lowers the margin level of a position that pays interest. A position that is opened after 17:00 does not pay for this day.",
      sources: ["Bank for International Settlements, central bank policy rates, June 2025"],
    },
  },
  {
    id: "weekend-gap",
    title: "Over the weekend",
    instrument: "AUD_JPY",
    startsAt: "2020-03-06T21:30:00Z",
    watch:
      "The market closes in half an hour and opens on Sunday with a price jump. Compare a stop loss with the price at which it is filled.",
    question: {
      text: "You hold AUD/JPY over the weekend, with a stop loss 20 pips below Friday's close. On Sunday the market opens 100 pips lower. How much do you lose from Friday's close?",
      choices: [
        "20 pips, because the stop was placed before the weekend",
        "About 60 pips, because the loss is shared with the desk",
        "At least 100 pips, because the first price is already lower",
      ],
      right: 2,
    },
    lesson: {
      from: "2020-03-09T13:15:00Z",
      happened:
        "The ECB's rates of 6 and 9 March 2020 show the Australian dollar at 69.63 and 67.58 yen, a fall of 2.9 %. No price was available between Friday's close and Sunday's opening. In the replay, the move of the weekend happens in one jump at the opening.",
      orders:
        "A stop loss cannot act while the market is closed. It is filled at the first price on Sunday, with the wide spread of the opening. A limit order is filled at the first price too, if this price is better than its limit, so gaps can also help.",
      sources: [ECB],
    },
  },
];

/** Returns a day, or undefined if there is none with this id. */
export function famousDayOf(id: string | null): FamousDay | undefined {
  return FAMOUS_DAYS.find((day) => day.id === id);
}
