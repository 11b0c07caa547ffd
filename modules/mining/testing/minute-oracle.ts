/**
 * Computes the pay that a hash-rate source would have received if it had been paid each minute. It
 * reads only the stored history (hash rates, switches and reference values) and shares no code with
 * the product.
 */
import type { Database } from "#platform";

export interface MinutePay {
  readonly sourceId: string;
  readonly paidSats: bigint;
  /** Power charged to the owner of a rig. 0 for other sources. */
  readonly chargedSats: bigint;
  /** Number of minutes with a payout or a charge of at least one satoshi. */
  readonly payouts: number;
}

interface Source {
  readonly id: string;
  readonly hashRate: bigint;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly watts: bigint;
  /** Intervals with mining switched on, as pairs of milliseconds. */
  readonly switches: readonly (readonly [number, number])[];
}

interface Reference {
  readonly from: number;
  readonly to: number;
  readonly difficulty: bigint;
  readonly rewardSats: bigint;
  readonly feeMillionths: bigint;
  readonly tariffMicros: bigint;
  readonly centsPerBtc: bigint;
}

const MINUTE = 60_000;
const NANO = 10n ** 9n;

/** Returns the pay of every source until `until`, in milliseconds. */
export async function minutePay(database: Database, until: number): Promise<MinutePay[]> {
  const references = await referencesUntil(database, until);
  const sources = await sourcesUntil(database, until);
  return sources.map((source) => payOf(source, references));
}

function payOf(source: Source, references: readonly Reference[]): MinutePay {
  const earned = new Map<number, bigint>();
  const used = new Map<number, bigint>();
  for (const [onAt, offAt] of source.switches)
    for (const reference of references) {
      const start = Math.max(source.startsAt, onAt, reference.from);
      const end = Math.min(source.endsAt, offAt, reference.to);
      for (let from = start; from < end;) {
        const minute = Math.floor(from / MINUTE);
        const to = Math.min(end, (minute + 1) * MINUTE);
        add(
          earned,
          minute,
          earning(source, reference, to - start) - earning(source, reference, from - start),
        );
        add(
          used,
          minute,
          power(source, reference, to - start) - power(source, reference, from - start),
        );
        from = to;
      }
    }
  let [total, paidSats, cost, chargedSats, payouts] = [0n, 0n, 0n, 0n, 0];
  for (const [minute, nanosats] of [...earned].toSorted(([a], [b]) => a - b)) {
    total += nanosats;
    cost += used.get(minute) ?? 0n;
    const sats = total / NANO - paidSats;
    const charge = (cost + NANO - 1n) / NANO - chargedSats;
    if (sats > 0n || charge > 0n) payouts += 1;
    paidSats += sats;
    chargedSats += charge;
  }
  return { sourceId: source.id, paidSats, chargedSats, payouts };
}

/** Returns the earnings of the first `ms` of a stretch in 10^-9 sat, rounded down. */
function earning({ hashRate }: Source, reference: Reference, ms: number): bigint {
  const { difficulty, rewardSats, feeMillionths } = reference;
  const net = rewardSats * NANO * (1_000_000n - feeMillionths) * 10n ** 8n;
  return (hashRate * BigInt(ms) * net) / (1_000n * difficulty * 2n ** 32n * 1_000_000n);
}

/** Returns the power cost of the first `ms` of a stretch in 10^-9 sat, rounded up. */
function power({ watts }: Source, { tariffMicros, centsPerBtc }: Reference, ms: number): bigint {
  const dividend = watts * BigInt(ms) * tariffMicros * 10n ** 19n;
  const divisor = 36n * 10n ** 14n * centsPerBtc;
  return (dividend + divisor - 1n) / divisor;
}

function add(sums: Map<number, bigint>, minute: number, nanosats: bigint): void {
  sums.set(minute, (sums.get(minute) ?? 0n) + nanosats);
}

async function referencesUntil(database: Database, until: number): Promise<Reference[]> {
  const rows = await database.query<{
    validFrom: Date;
    difficulty: string;
    rewardSats: bigint;
    feeMillionths: bigint;
    usdPerKwh: string;
    centsPerBtc: bigint;
  }>(
    `select valid_from as "validFrom", difficulty::text, subsidy_sats + fees_sats as "rewardSats",
       pool_fee_millionths::bigint as "feeMillionths", usd_per_kwh::text as "usdPerKwh", cents_per_btc as "centsPerBtc"
     from treasury_reference_values order by valid_from`,
  );
  return rows.map(({ validFrom, difficulty, usdPerKwh, ...values }, place) => ({
    ...values,
    difficulty: scaledDifficulty(difficulty),
    tariffMicros: BigInt(Math.round(Number(usdPerKwh) * 1_000_000)),
    from: validFrom.getTime(),
    to: rows[place + 1]?.validFrom.getTime() ?? until,
  }));
}

/** Converts a decimal to whole units of 10^-8. */
function scaledDifficulty(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(8, "0").slice(0, 8));
}

async function sourcesUntil(database: Database, until: number): Promise<Source[]> {
  const rows = await database.query<{
    id: string;
    userId: string;
    hashRate: bigint;
    startsAt: Date;
    endsAt: Date | null;
    watts: bigint | null;
  }>(
    `select e.id, user_id as "userId", hash_rate as "hashRate", starts_at as "startsAt", ends_at as "endsAt",
       r.power_watts::bigint as watts from mining_earners e left join mining_rigs r using (id) order by e.id`,
  );
  const switches = await database.query<{ userId: string; onAt: Date; offAt: Date | null }>(
    `select user_id as "userId", on_at as "onAt", off_at as "offAt" from mining_switches order by on_at, id`,
  );
  const switchesOf = Map.groupBy(switches, ({ userId }) => userId);
  return rows.map(({ id, userId, hashRate, startsAt, endsAt, watts }) => ({
    id,
    hashRate,
    startsAt: startsAt.getTime(),
    endsAt: Math.min(endsAt?.getTime() ?? until, until),
    watts: watts ?? 0n,
    switches: (switchesOf.get(userId) ?? []).map(
      ({ onAt, offAt }) => [onAt.getTime(), offAt?.getTime() ?? until] as const,
    ),
  }));
}
