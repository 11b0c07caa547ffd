/**
 * SQL statements for the market's days: commitments of future days, and starting values of days
 * that have begun.
 */
import { CURRENCIES, dateText, dayOf, type AnnualRates, type DayStart } from "#market";
import { numberArray, textArray, type Queryable } from "#platform";
import type { DayTerms } from "../terms/posted-terms.ts";

export interface Commitment {
  readonly day: number;
  readonly commitment: string;
}

/** Starting values and terms of a day that has begun. */
export interface Beginning {
  readonly start: DayStart;
  readonly terms: DayTerms;
}

export interface MarketDayRow extends Commitment {
  /** Undefined until the day has begun. */
  readonly beginning: Beginning | undefined;
}

export interface BegunDay extends Commitment {
  readonly beginning: Beginning;
}

interface Row {
  readonly day: string;
  readonly commitment: string;
  readonly model: string | null;
  readonly levels: readonly string[];
  readonly variance: bigint;
  readonly spreadTenths: readonly number[];
  readonly marginRates: readonly number[];
  readonly interest: readonly number[];
  readonly markUp: number;
}

const COLUMNS = `day::text, commitment, model, levels, variance, spread_tenths as "spreadTenths",
  margin_rates as "marginRates", interest, mark_up as "markUp"`;

/** Publishes commitments. A published commitment is never changed. */
export async function publish(
  queryable: Queryable,
  commitments: readonly Commitment[],
): Promise<void> {
  await queryable.query(
    `insert into forex_days (day, commitment)
     select * from unnest($1::date[], $2::text[]) on conflict do nothing`,
    [
      textArray(commitments.map(({ day }) => dateText(day))),
      textArray(commitments.map(({ commitment }) => commitment)),
    ],
  );
}

export async function findDay(
  queryable: Queryable,
  day: number,
): Promise<MarketDayRow | undefined> {
  return oneOf(queryable, "where day = $1", day);
}

export async function findBegun(queryable: Queryable, day: number): Promise<BegunDay | undefined> {
  const row = await findDay(queryable, day);
  return row && asBegun(row);
}

/** Returns the newest day up to `day` that has begun. */
export async function lastBegun(
  queryable: Queryable,
  upTo?: number,
): Promise<BegunDay | undefined> {
  const begun = "model is not null";
  const newest = "order by day desc";
  const row =
    upTo === undefined
      ? await oneOf(queryable, `where ${begun} ${newest}`)
      : await oneOf(queryable, `where day <= $1 and ${begun} ${newest}`, upTo);
  return row && asBegun(row);
}

/** Returns the oldest day that has begun. */
export async function firstBegun(queryable: Queryable): Promise<number | undefined> {
  const [row] = await queryable.query<{ day: string | null }>(
    "select min(day)::text as day from forex_days where model is not null",
  );
  return row?.day ? dayOf(row.day) : undefined;
}

/** Returns the days from `day` on, oldest first. */
export async function daysFrom(
  queryable: Queryable,
  from: number,
  limit: number,
): Promise<MarketDayRow[]> {
  const rows = await queryable.query<Row>(
    `select ${COLUMNS} from forex_days where day >= $1 order by day limit $2`,
    [dateText(from), limit],
  );
  return rows.map(asDay);
}

/** Returns the days before `day` that have begun, newest first. */
export async function daysBefore(
  queryable: Queryable,
  before: number,
  limit: number,
): Promise<MarketDayRow[]> {
  const rows = await queryable.query<Row>(
    `select ${COLUMNS} from forex_days where day < $1 and model is not null order by day desc limit $2`,
    [dateText(before), limit],
  );
  return rows.map(asDay);
}

/** Stores a day's starting values. The first of two concurrent writes wins. */
export async function begin(queryable: Queryable, { start, terms }: Beginning): Promise<void> {
  await queryable.query(
    `update forex_days set model = $2, levels = $3, variance = $4, spread_tenths = $5,
       margin_rates = $6, interest = $7, mark_up = $8
     where day = $1 and model is null`,
    [
      dateText(start.day),
      start.model,
      numberArray(start.levels),
      start.variance,
      numberArray(terms.spreadTenths),
      numberArray(terms.marginRates),
      numberArray(CURRENCIES.map((currency) => terms.interest[currency])),
      terms.markUp,
    ],
  );
}

async function oneOf(
  queryable: Queryable,
  which: string,
  ...days: readonly number[]
): Promise<MarketDayRow | undefined> {
  const [row] = await queryable.query<Row>(
    `select ${COLUMNS} from forex_days ${which} limit 1`,
    days.map(dateText),
  );
  return row && asDay(row);
}

function asBegun({ beginning, ...day }: MarketDayRow): BegunDay | undefined {
  return beginning && { ...day, beginning };
}

function asDay(row: Row): MarketDayRow {
  const { commitment, model, spreadTenths, marginRates, markUp } = row;
  const day = dayOf(row.day);
  if (model === null) return { day, commitment, beginning: undefined };
  const levels = row.levels.map(Number);
  const interest = CURRENCIES.map((currency, column) => [currency, row.interest[column]] as const);
  return {
    day,
    commitment,
    beginning: {
      start: { model, day, levels, variance: Number(row.variance) },
      terms: {
        spreadTenths,
        marginRates,
        interest: Object.fromEntries(interest) as AnnualRates,
        markUp,
      },
    },
  };
}
