/**
 * Computes the statistics of an account's closed trades. A trade's result includes its financing.
 * Open trades are shown separately, with the results of their partial closes, so that a user cannot
 * hide a loss by leaving one unit open.
 */
import { shown } from "#market";
import type { Queryable } from "#platform";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";

interface OfInstrument {
  readonly instrument: string;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly gainCents: bigint;
  readonly lossCents: bigint;
  readonly financingCents: bigint;
  readonly largestGainCents: bigint | null;
  readonly largestLossCents: bigint | null;
}

interface OfOpen {
  readonly openTrades: number;
  /** Realised results and financing of open trades. Already included in the balance. */
  readonly openBookedCents: bigint;
}

interface OfFills {
  /** Half the spread of each fill that recorded its spread. */
  readonly spreadCents: bigint;
  /** Number of positions closed by a stop-out. */
  readonly stopOuts: number;
}

export async function viewStatistics(
  queryable: Queryable,
  accountId: string,
  { trades: range, transactions }: SeasonRange = ALL_SEASONS,
) {
  const [rows, [fills], [open]] = await Promise.all([
    queryable.query<OfInstrument>(
      `select instrument, count(*)::int as trades, (count(*) filter (where cents > 0))::int as wins,
         (count(*) filter (where cents < 0))::int as losses,
         coalesce(sum(cents) filter (where cents > 0), 0)::bigint as "gainCents",
         coalesce(sum(cents) filter (where cents < 0), 0)::bigint as "lossCents",
         sum(financing)::bigint as "financingCents",
         max(cents) filter (where cents > 0) as "largestGainCents", min(cents) filter (where cents < 0) as "largestLossCents"
       from (select instrument, realised_cents + financing_cents as cents, financing_cents as financing
             from forex_trades where user_id = $1 and state = 'CLOSED'
               and position > $2 and ($3::bigint is null or position <= $3)) as closed
       group by instrument order by trades desc, instrument`,
      [accountId, range.after, range.last],
    ),
    queryable.query<OfFills>(
      `select coalesce(sum((detail ->> 'halfSpreadCents')::bigint), 0)::bigint as "spreadCents",
         (count(*) filter (where detail ->> 'reason' = 'MARGIN_CLOSEOUT'))::int as "stopOuts"
       from forex_transactions where user_id = $1 and type = 'ORDER_FILL' and id > $2 and ($3::int is null or id <= $3)`,
      [accountId, transactions.after, transactions.last],
    ),
    queryable.query<OfOpen>(
      `select count(*)::int as "openTrades",
         coalesce(sum(realised_cents + financing_cents), 0)::bigint as "openBookedCents"
       from forex_trades where user_id = $1 and state <> 'CLOSED'
         and position > $2 and ($3::bigint is null or position <= $3)`,
      [accountId, range.after, range.last],
    ),
  ]);
  const sum = (of: (row: OfInstrument) => bigint) =>
    rows.reduce((total, row) => total + of(row), 0n);
  const count = (of: (row: OfInstrument) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const [wins, losses] = [count((row) => row.wins), count((row) => row.losses)];
  const [gainCents, lossCents] = [sum((row) => row.gainCents), sum((row) => row.lossCents)];
  return {
    trades: count(({ trades }) => trades),
    wins,
    losses,
    resultCents: gainCents + lossCents,
    openTrades: open?.openTrades ?? 0,
    openBookedCents: open?.openBookedCents ?? 0n,
    gainCents,
    lossCents,
    averageGainCents: averageOf(gainCents, wins),
    averageLossCents: averageOf(lossCents, losses),
    largestGainCents: largest(rows.map((row) => row.largestGainCents)),
    largestLossCents: largest(rows.map((row) => row.largestLossCents)),
    financingCents: sum((row) => row.financingCents),
    spreadCents: fills?.spreadCents ?? 0n,
    stopOuts: fills?.stopOuts ?? 0,
    instruments: rows.map((row) => ({
      instrument: row.instrument,
      trades: row.trades,
      wins: row.wins,
      losses: row.losses,
      resultCents: row.gainCents + row.lossCents,
      financingCents: row.financingCents,
    })),
  };
}

/** Returns the average rounded to the cent, halves away from zero. */
function averageOf(cents: bigint, of: number): bigint | null {
  return of === 0 ? null : shown({ top: cents, bottom: BigInt(of) });
}

/** Returns the value farthest from zero. All values must have the same sign. */
function largest(values: readonly (bigint | null)[]): bigint | null {
  const present = values.filter((value) => value !== null);
  return present.reduce<bigint | null>(
    (far, value) => (far === null || value * value > far * far ? value : far),
    null,
  );
}
