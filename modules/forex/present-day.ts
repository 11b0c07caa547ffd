/** Converts a market day to the API's form, with all data needed to recompute it. */
import type { z } from "zod";
import type { forexMarketApi } from "#api/forex";
import { formatScaled } from "#economics";
import {
  announcementsOf,
  CURRENCIES,
  dateText,
  FOREIGN_CURRENCIES,
  newYorkClose,
  openingOf,
  PAIRS,
  type Announcement,
} from "#market";
import type { Beginning, Commitment, MarketDayRow } from "./days/days-table.ts";
import { percentText, rateText } from "./terms/term-texts.ts";

type Answer = z.output<typeof forexMarketApi.getMarketDay.response>;

const LEVEL_DECIMALS = 12;

export function presentCommitment({ day, commitment }: Commitment) {
  return {
    date: dateText(day),
    opensAt: new Date(openingOf(day)),
    closesAt: new Date(newYorkClose(day)),
    commitment,
  };
}

export function presentAnnouncement({ name, timeMs }: Announcement) {
  return { name, time: new Date(timeMs) };
}

/** Converts a day to the API's form. `seed` is defined only for past days. */
export function presentDay(row: MarketDayRow, seed: Uint8Array | undefined): Answer {
  const { beginning } = row;
  return {
    ...presentCommitment(row),
    start: beginning ? presentStart(beginning) : null,
    terms: beginning ? presentTerms(beginning) : null,
    announcements: announcementsOf(row.day).map(presentAnnouncement),
    seed: seed ? Buffer.from(seed).toString("hex") : null,
  };
}

function presentStart({ start: { model, levels, variance } }: Beginning) {
  const texts = FOREIGN_CURRENCIES.map(
    (currency, column) =>
      [currency, formatScaled(BigInt(levels[column] ?? 0), LEVEL_DECIMALS)] as const,
  );
  return { model, levels: Object.fromEntries(texts), variance };
}

function presentTerms({ terms }: Beginning) {
  const { markUp, interest, spreadTenths, marginRates } = terms;
  return {
    markUpPercent: percentText(markUp),
    interest: Object.fromEntries(
      CURRENCIES.map((currency) => [currency, percentText(interest[currency])]),
    ),
    pairs: Object.fromEntries(
      PAIRS.map(({ name, id }) => [
        name,
        {
          spread: formatScaled(BigInt(spreadTenths[id] ?? 0), 1),
          marginRate: rateText(marginRates[id] ?? 0),
        },
      ]),
    ),
  };
}
