/** SQL statements for the candles of past days. */
import { dateText, dayOf, type Candle, type Instrument } from "#market";
import { numberArray, type Queryable } from "#platform";
import {
  candleFrom,
  packCandles,
  pricesOf,
  unpackCandles,
  type CandlePrices,
} from "./packed-candle.ts";

export interface StoredDay {
  readonly instrument: Instrument;
  readonly wholeDay: Candle;
  readonly fiveMinutes: readonly Candle[];
}

/** A stored candle. The volume is missing in rows from before volumes were stored. */
export type StoredCandle = CandlePrices & { readonly volume: number | undefined };

/** Stores a day's candles for all pairs. The first of two concurrent writes wins. */
export async function storeCandles(
  queryable: Queryable,
  day: number,
  pairs: readonly StoredDay[],
): Promise<void> {
  await queryable.query(
    `insert into forex_candles (day, instrument, whole_day, five_minutes, volume, five_minute_volumes)
     select $1, (pair ->> 'instrument')::smallint, (pair ->> 'wholeDay')::int[],
       decode(pair ->> 'fiveMinutes', 'base64'), (pair ->> 'volume')::int,
       (pair ->> 'fiveMinuteVolumes')::smallint[]
     from jsonb_array_elements($2) as pair on conflict do nothing`,
    [
      dateText(day),
      JSON.stringify(
        pairs.map(({ instrument, wholeDay, fiveMinutes }) => ({
          instrument: instrument.id,
          wholeDay: numberArray(pricesOf(wholeDay)),
          fiveMinutes: packCandles(fiveMinutes).toString("base64"),
          volume: wholeDay.volume,
          fiveMinuteVolumes: numberArray(fiveMinutes.map(({ volume }) => volume)),
        })),
      ),
    ],
  );
}

/** Returns the newest day before `before` that has begun and has no stored candles. */
export async function dayToStore(
  queryable: Queryable,
  before: number,
): Promise<number | undefined> {
  const [row] = await queryable.query<{ day: string }>(
    `select day::text from forex_days where day < $1 and model is not null
       and not exists (select from forex_candles where forex_candles.day = forex_days.day and instrument = 0)
     order by forex_days.day desc limit 1`,
    [dateText(before)],
  );
  return row && dayOf(row.day);
}

/** Returns the day candles of the `limit` newest days up to `day`, keyed by day. */
export async function wholeDayCandles(
  queryable: Queryable,
  { id }: Instrument,
  upTo: number,
  limit: number,
): Promise<ReadonlyMap<number, readonly StoredCandle[]>> {
  const rows = await queryable.query<{
    day: string;
    prices: readonly number[];
    volume: number | null;
  }>(
    `select day::text, whole_day as prices, volume from forex_candles
     where instrument = $1 and day <= $2 order by forex_candles.day desc limit $3`,
    [id, dateText(upTo), limit],
  );
  return new Map(
    rows.map(({ day, prices, volume }) => [
      dayOf(day),
      [{ ...candleFrom(prices, 0), volume: volume ?? undefined }],
    ]),
  );
}

/** Returns the five-minute candles of the `limit` newest days up to `day`. */
export async function fiveMinuteCandles(
  queryable: Queryable,
  { id }: Instrument,
  upTo: number,
  limit: number,
): Promise<ReadonlyMap<number, readonly StoredCandle[]>> {
  const rows = await queryable.query<{
    day: string;
    packed: Buffer;
    volumes: readonly number[] | null;
  }>(
    `select day::text, five_minutes as packed, five_minute_volumes as volumes from forex_candles
     where instrument = $1 and day <= $2 order by forex_candles.day desc limit $3`,
    [id, dateText(upTo), limit],
  );
  return new Map(
    rows.map(({ day, packed, volumes }) => [
      dayOf(day),
      unpackCandles(packed).map((one, index) => ({ ...one, volume: volumes?.[index] })),
    ]),
  );
}
