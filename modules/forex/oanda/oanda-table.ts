/** SQL statements for OANDA's prices: the last valid quote of each pair, and one-minute candles. */
import { merged, PAIRS, type Candle, type Instrument, type Quote } from "#market";
import type { Queryable } from "#platform";
import { candleFrom, PRICES, pricesOf } from "../candles/packed-candle.ts";
import type { Minute } from "./oanda-minutes.ts";

export async function lastQuotes(queryable: Queryable) {
  const rows = await queryable.query<{ id: number; bid: number; ask: number; at: Date }>(
    "select instrument::int as id, bid, ask, at from forex_last_quotes",
  );
  return rows.flatMap(({ id, bid, ask, at }) => {
    const instrument = PAIRS[id];
    return instrument ? [{ instrument, quote: { bid, ask, timeMs: at.getTime() } }] : [];
  });
}

/** Stores the quotes. If two processes store a quote for the same pair, the newer quote is kept. */
export async function saveLastQuotes(
  queryable: Queryable,
  quotes: readonly { readonly instrument: Instrument; readonly quote: Quote }[],
): Promise<void> {
  if (quotes.length === 0) return;
  await queryable.query(
    `insert into forex_last_quotes (instrument, bid, ask, at)
     select id, bid, ask, at from jsonb_to_recordset($1::jsonb) as quote(id smallint, bid int, ask int, at timestamptz)
     on conflict (instrument) do update set bid = excluded.bid, ask = excluded.ask, at = excluded.at
     where forex_last_quotes.at < excluded.at`,
    [
      JSON.stringify(
        quotes.map(({ instrument: { id }, quote: { bid, ask, timeMs } }) => ({
          id,
          bid,
          ask,
          at: new Date(timeMs),
        })),
      ),
    ],
  );
}

export async function saveMinutes(queryable: Queryable, minutes: readonly Minute[]): Promise<void> {
  for (const { timeMs, candles } of minutes) {
    const none: number[] = Array.from({ length: PRICES }, () => 0);
    await queryable.query(
      `insert into forex_oanda_minutes (minute, prices, volumes) values ($1, $2, $3) on conflict do nothing`,
      [
        new Date(timeMs),
        PAIRS.flatMap((pair) => {
          const candle = candles.get(pair);
          return candle ? pricesOf(candle) : none;
        }),
        PAIRS.map((pair) => candles.get(pair)?.volume ?? 0),
      ],
    );
  }
}

/** Returns the minutes from `fromMs` up to `untilMs`, oldest first. */
export async function storedMinutes(
  queryable: Queryable,
  { id }: Instrument,
  { fromMs, beforeMs }: { readonly fromMs: number; readonly beforeMs: number },
): Promise<Candle[]> {
  const first = id * PRICES + 1;
  const rows = await queryable.query<{ minute: Date; prices: number[]; volume: number }>(
    `select minute, prices[$1:$2] as prices, volumes[$3] as volume from forex_oanda_minutes
     where minute >= $4 and minute < $5 and volumes[$3] > 0 order by minute`,
    [first, first + PRICES - 1, id + 1, new Date(fromMs), new Date(beforeMs)],
  );
  return rows.map(({ minute, prices, volume }) => ({
    ...candleFrom(prices, 0),
    timeMs: minute.getTime(),
    volume,
    complete: true,
  }));
}

/** Returns all minutes since a time, merged into one candle per pair. */
export async function storedSince(
  queryable: Queryable,
  fromMs: number,
): Promise<(readonly [Instrument, Candle])[]> {
  const rows = await queryable.query<{ minute: Date; prices: number[]; volumes: number[] }>(
    "select minute, prices, volumes from forex_oanda_minutes where minute >= $1 order by minute",
    [new Date(fromMs)],
  );
  return PAIRS.flatMap((pair) => {
    const candles = rows
      .filter(({ volumes }) => (volumes[pair.id] ?? 0) > 0)
      .map(({ minute, prices, volumes }) => ({
        ...candleFrom(prices, pair.id * PRICES),
        timeMs: minute.getTime(),
        volume: volumes[pair.id] ?? 0,
        complete: true,
      }));
    const [day] = candles.length === 0 ? [] : merged(candles, "D");
    return day ? [[pair, day] as const] : [];
  });
}
