/**
 * Implements the functions that the platform requires of every product: terms, obligations and
 * deletion.
 */
import { priceText } from "#market";
import { countInWords, type Holding, type ProductContract } from "#treasury";
import { countOpenTrades, tradesBefore, type StoredTrade } from "./book/trades-table.ts";
import { forgetDrawings } from "./drawings/drawings-table.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import { forgetJournal } from "./journal/journal-table.ts";
import { forgetAlerts } from "./alerts/alerts-table.ts";
import { forgetPriceFiles } from "./price-files/price-files-table.ts";
import { forgetReplays } from "./replays/replays-table.ts";
import { askedBackSats, deskLiabilities, deskOwedTo } from "./liabilities.ts";
import { forexTerms } from "./terms/posted-terms.ts";

type Terms = "forexDesk" | "forexInterest" | "forexMajorPair" | "forexPair";

/** Returns the desk's product contract. `feed` provides quotes to value open positions. */
export function forexProduct(feed: Pick<QuoteFeed, "valuedAt">): ProductContract<Terms> {
  return {
    async deletionBlockers(queryable, userId) {
      const trades = await countOpenTrades(queryable, userId);
      return countInWords(trades, "open trade at the Forex desk", "open trades at the Forex desk");
    },
    async forget(tx, leaving) {
      await forgetAlerts(tx, leaving);
      await forgetPriceFiles(tx, leaving);
      await forgetDrawings(tx, leaving);
      await forgetJournal(tx, leaving);
      await forgetReplays(tx, leaving);
    },
    holdings: async (queryable, page) => (await tradesBefore(queryable, page)).map(holdingOf),
    liabilities: deskLiabilities(feed),
    // Users may withdraw everything from the desk at any time.
    obligations: askedBackSats(feed),
    owedTo: deskOwedTo(feed),
    terms: {
      forexDesk: forexTerms,
      forexInterest: forexTerms,
      forexMajorPair: forexTerms,
      forexPair: forexTerms,
    },
  };
}

function holdingOf(trade: StoredTrade): Holding {
  const { id, instrument, initialUnits, price, state, openedAt, closedAt } = trade;
  const side = initialUnits > 0 ? "long" : "short";
  const units = Math.abs(initialUnits).toLocaleString("en-US");
  return {
    id,
    kind: "trade",
    name: `${instrument.name.replace("_", "/")} ${side} ${units} at ${priceText(price, instrument)}`,
    isOpen: state !== "CLOSED",
    startedAt: openedAt,
    endsAt: closedAt,
    paidSats: null,
    earnedSats: null,
  };
}
