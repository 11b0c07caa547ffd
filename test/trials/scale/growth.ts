/**
 * Measures what a year of use adds to the database, by table, for accounts that mine all the time.
 * Some of them also trade or run a miner. Each kind of use is played for a while in its own
 * database and scaled up. Rows that are deleted after some days count only for those days.
 */
import { postBatch } from "../../../modules/pool/work/post-batch.ts";
import { SHARE_DAYS, SLOT_DAYS } from "../../../modules/pool/work/sweep-shares.ts";
import { newUuid, silentLog, startPostgres, sweepAnswers, type Database } from "#platform";
import { openPayDatabase } from "../../bench/mining-pay-database.ts";
import { payRound } from "../../bench/pay-round.ts";
import { deskDeps, order, runEngineFor, trader } from "../../support/money/forex.ts";
import { movableClock } from "../../support/money/mining.ts";
import { diskFolder, removeFolder } from "../../support/servers/scratch-folder.ts";
import type { Growth } from "./measured.ts";
import { inTable, number } from "./tables.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const START = "2026-03-01T00:00:00Z";
const YEAR_DAYS = 365;
/** The limit for 1,000 accounts. */
export const GROWTH_BYTES_MAX = 6e9;

/** The assumed population. The shares of traders and miners are assumptions, not measurements. */
export const POPULATION = {
  accounts: 1_000,
  /** Accounts that trade: 10 orders on each of 260 trading days. */
  traders: 100,
  ordersADay: 10,
  tradingDays: 260,
  /** Accounts with a miner at the pool: 18 shares per minute. */
  miners: 50,
  sharesAMinute: 18,
} as const;

/** Days for which rows are kept. Rows of all other tables are kept for as long as the account. */
const KEPT_DAYS: Readonly<Record<string, number>> = {
  pool_shares: SHARE_DAYS,
  pool_work_slots: SLOT_DAYS,
  pool_account_slots: SLOT_DAYS,
  pool_share_batches: SLOT_DAYS,
};

type Bytes = ReadonlyMap<string, number>;

export async function measureGrowth({
  serverUrl,
}: {
  readonly serverUrl: string;
}): Promise<Growth> {
  const mined = await mining(serverUrl);
  const parts = [mined, await trading(serverUrl), await pool(serverUrl)];
  const sums = new Map<string, number>();
  for (const [table, bytes] of parts.flatMap((part) => [...part]))
    sums.set(table, (sums.get(table) ?? 0) + bytes / POPULATION.accounts);
  const tables = [...sums].filter(([, bytes]) => bytes > 0).toSorted(([, a], [, b]) => b - a);
  const all = [...mined.values()].reduce((sum, bytes) => sum + bytes, 0);
  return {
    bytesAYear: Object.fromEntries(tables),
    miningBytesAYear: all / POPULATION.accounts,
  };
}

/** A week of hourly pay for 200 accounts. */
async function mining(serverUrl: string): Promise<Bytes> {
  const [people, hours] = [200, 7 * 24];
  const clock = movableClock(START);
  const settings = { people, start: clock.now(), name: "scale_mining" };
  await using opened = await open(serverUrl, settings);
  const { database } = opened;
  await payRound(database, clock);
  const grown = await growthOf(database, async () => {
    for (let hour = 1; hour < hours; hour += 1) await payRound(database, clock);
  });
  const times = (YEAR_DAYS * 24 * POPULATION.accounts) / (hours - 1) / people;
  return scaled(grown, () => times);
}

/** 800 orders of ten accounts, which open and close positions. */
async function trading(serverUrl: string): Promise<Bytes> {
  const [people, rounds] = [10, 40];
  const settings = { people: 1, start: new Date(START), name: "scale_trading" };
  await using opened = await open(serverUrl, settings);
  const { database } = opened;
  const deps = deskDeps(database);
  const userIds = await Promise.all(Array.from({ length: people }, () => trader(deps)));
  const grown = await growthOf(database, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const units of ["1000", "-1000"]) {
        for (const userId of userIds) await order(deps, userId, { units });
        await runEngineFor(deps, 5_000);
      }
    // A stored response is removed after seven days. Its key is kept.
    await database.query("update platform_idempotency set created_at = now() - interval '8 days'");
    await sweepAnswers(database);
  });
  const orders = people * rounds * 2;
  const ordersAYear = POPULATION.traders * POPULATION.ordersADay * POPULATION.tradingDays;
  return scaled(grown, () => ordersAYear / orders);
}

/** An hour of all miners. The pool posts one batch of shares per second. */
async function pool(serverUrl: string): Promise<Bytes> {
  const settings = { people: POPULATION.miners, start: new Date(START), name: "scale_pool" };
  await using opened = await open(serverUrl, settings);
  const { database } = opened;
  const owners = await database.query<{ userId: string }>(
    `select user_id as "userId" from mining_miners order by user_id`,
  );
  const sharesASecond = (POPULATION.miners * POPULATION.sharesAMinute) / 60;
  const instanceId = newUuid();
  const grown = await growthOf(database, async () => {
    for (let second = 0; second < 3_600; second += 1) {
      const shares = Array.from({ length: sharesASecond }, (_, place) => ({
        userId: owners[(second * sharesASecond + place) % owners.length]?.userId ?? null,
        worker: "rig",
        acceptedAt: new Date(Date.parse(START) + second * 1_000),
        workMicros: 1_000,
        shareMicros: 2_500n,
        hash: newUuid().replaceAll("-", "").repeat(2),
      }));
      await postBatch(database, { id: newUuid(), instanceId, shares });
    }
  });
  // A worker has one row per day, whatever the number of hours.
  return scaled(grown, (table) =>
    table === "pool_work_days" ? YEAR_DAYS : 24 * (KEPT_DAYS[table] ?? 0),
  );
}

async function open(serverUrl: string, settings: Parameters<typeof openPayDatabase>[2]) {
  const database = await openPayDatabase(ROOT, serverUrl, settings);
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/**
 * Returns the bytes that `work` adds to each table, indexes included. Dead rows do not count,
 * because in a long-running database autovacuum lets later rows reuse their space.
 */
async function growthOf(database: Database, work: () => Promise<void>): Promise<Bytes> {
  const before = await bytesByTable(database);
  await work();
  const updated = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname like '%append_only')`,
  );
  for (const { name } of updated) await database.query(`vacuum full ${name}`);
  const after = await bytesByTable(database);
  return new Map([...after].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)]));
}

async function bytesByTable(database: Database): Promise<Bytes> {
  const rows = await database.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

function scaled(bytes: Bytes, factor: (table: string) => number): Bytes {
  return new Map([...bytes].map(([table, size]) => [table, size * factor(table)]));
}

export function growthTable({ bytesAYear, miningBytesAYear }: Growth): string {
  const tables = Object.entries(bytesAYear);
  const { accounts, traders, miners } = POPULATION;
  const gigabytes = (bytes: number) => number((accounts * bytes) / 1e9);
  const sum = (of: readonly (readonly [string, number])[]) =>
    of.reduce((total, [, bytes]) => total + bytes, 0);
  const isKept = ([table]: readonly [string, number]) => KEPT_DAYS[table] === undefined;
  return [
    `A year of mining adds ${gigabytes(miningBytesAYear)} GB for ${number(accounts)} accounts that mine all the time (limit ${number(GROWTH_BYTES_MAX / 1e9)} GB).`,
    `If ${traders} of them also trade and ${miners} run a miner, a year adds ${gigabytes(sum(tables.filter(isKept)))} GB. Rows that are deleted after some days use another ${gigabytes(sum(tables.filter((one) => !isKept(one))))} GB, which does not grow.`,
    inTable(
      ["Table", "kB per account", "GB in all", "rows are kept"],
      tables
        .slice(0, 8)
        .map(([table, bytes]) => [
          table,
          number(bytes / 1e3),
          gigabytes(bytes),
          KEPT_DAYS[table] === undefined ? "always" : `${KEPT_DAYS[table]} days`,
        ]),
    ),
  ].join("\n\n");
}

if (import.meta.main) {
  const dataDir = diskFolder();
  const postgres = await startPostgres({ dataDir, log: silentLog });
  try {
    process.stdout.write(`${growthTable(await measureGrowth({ serverUrl: postgres.url }))}\n`);
  } finally {
    await postgres.stop();
    removeFolder(dataDir);
  }
}
