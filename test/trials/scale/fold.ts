/**
 * Measures the disk space saved by compacting old payouts, and the cost of compacting. Some users
 * are paid every minute for several days, as the worker does. Each morning, payouts older than a
 * day are compacted. When run as a program, this file prints the figures.
 */
import { compactPayouts, payOutDue } from "#mining";
import { createBus, silentLog, startPostgres, type Database } from "#platform";
import { openPayDatabase } from "../../bench/mining-pay-database.ts";
import { PAYOUT_SECONDS } from "../../bench/pay-round.ts";
import { treeMs } from "../../bench/processor-time.ts";
import { movableClock, type MovableClock } from "../../support/money/mining.ts";
import { diskFolder, removeFolder } from "../../support/servers/scratch-folder.ts";
import type { FoldFigures } from "./measured.ts";
import { inTable, number } from "./tables.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const START = "2026-03-01T00:00:00Z";
const DAY_SECONDS = 86_400;
const PEOPLE = 25;
const DAYS = 5;
/**
 * Number of users whose compacted days are measured. A compacted day is small, so an accurate
 * figure needs many users. Two payouts per day are enough.
 */
const FOLDED_PEOPLE = 1_000;
const FOLDED_DAYS = 10;

const KEPT = ["mining_payouts", "mining_segments", "mining_power_charges", "mining_power_lines"];
const FOLDED = ["mining_folded_payouts", "mining_folded_lines"];

interface Server {
  readonly serverUrl: string;
  readonly postgresPid: number;
}

export async function measureFold(server: Server): Promise<FoldFigures> {
  return { ...(await measureMinutes(server)), dayBytes: await measureDay(server) };
}

async function measureMinutes({ serverUrl, postgresPid }: Server) {
  const clock = movableClock(START);
  const settings = { people: PEOPLE, start: clock.now(), name: "scale_fold" };
  const database = await openPayDatabase(ROOT, serverUrl, settings);
  try {
    const emptyBytes = await bytesOf(database, KEPT);
    const emptyLedger = await bytesOf(database, ["ledger_transfers"]);
    const days: FoldFigures["days"][number][] = [];
    const used = { payouts: 0, databaseMs: 0, workMs: 0, walBytes: 0, seconds: 0 };
    let [miningBytes, ledgerBytes] = [NaN, NaN];
    for (let day = 1; day <= DAYS; day += 1) {
      await payADay(database, clock, PAYOUT_SECONDS);
      if (day === 1) {
        const paid = await countPayouts(database);
        miningBytes = ((await bytesOf(database, KEPT)) - emptyBytes) / paid;
        ledgerBytes = ((await bytesOf(database, ["ledger_transfers"])) - emptyLedger) / paid;
      }
      const before = { databaseMs: treeMs(postgresPid), work: process.cpuUsage() };
      const [wal, startMs] = [await walBytes(database), performance.now()];
      const { payouts } = await foldOld(database, clock, PAYOUT_SECONDS);
      // Autovacuum would do this in an installation.
      for (const table of KEPT) await database.query(`vacuum ${table}`);
      const work = process.cpuUsage(before.work);
      used.payouts += payouts;
      used.databaseMs += treeMs(postgresPid) - before.databaseMs;
      used.workMs += (work.user + work.system) / 1_000;
      used.walBytes += (await walBytes(database)) - wal;
      used.seconds += (performance.now() - startMs) / 1_000;
      days.push({
        payouts: day * PEOPLE * (DAY_SECONDS / PAYOUT_SECONDS),
        kept: await countPayouts(database),
        bytes: await bytesOf(database, KEPT),
      });
    }
    const { payouts } = used;
    return {
      miningBytes,
      ledgerBytes,
      payouts,
      databaseMs: used.databaseMs / payouts,
      workMs: used.workMs / payouts,
      walBytes: used.walBytes / payouts,
      perSecond: payouts / used.seconds,
      days,
    };
  } finally {
    await database.close();
  }
}

/** Returns the bytes of one user's compacted day, including its line and the indexes. */
async function measureDay({ serverUrl }: Server): Promise<number> {
  const clock = movableClock(START);
  const settings = { people: FOLDED_PEOPLE, start: clock.now(), name: "scale_folded_days" };
  const database = await openPayDatabase(ROOT, serverUrl, settings);
  try {
    const payoutSeconds = DAY_SECONDS / 2;
    for (let day = 0; day <= FOLDED_DAYS; day += 1) await payADay(database, clock, payoutSeconds);
    await foldOld(database, clock, payoutSeconds);
    return (await bytesOf(database, FOLDED)) / (FOLDED_PEOPLE * FOLDED_DAYS);
  } finally {
    await database.close();
  }
}

async function payADay(database: Database, clock: MovableClock, payoutSeconds: number) {
  const deps = { database, clock, bus: createBus(), log: silentLog, raiseWaitHours: 24 };
  for (let round = 0; round < DAY_SECONDS / payoutSeconds; round += 1) {
    clock.advance(payoutSeconds * 1_000);
    const failures = await payOutDue({ ...deps, payoutSeconds });
    if (failures > 0) throw new Error(`${failures} users could not be paid`);
  }
}

async function foldOld(database: Database, clock: MovableClock, payoutSeconds: number) {
  const round = await compactPayouts({
    database,
    clock,
    log: silentLog,
    keptDays: 1,
    payoutSeconds,
  });
  if (!round.isDone || round.failures > 0) throw new Error("not all payouts were compacted");
  return round;
}

async function countPayouts(database: Database): Promise<number> {
  const [row] = await database.query<{ count: string }>("select count(*) from mining_payouts");
  return Number(row?.count);
}

async function bytesOf(database: Database, tables: readonly string[]): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) as name",
    [[...tables]],
  );
  return Number(row?.bytes);
}

async function walBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(
    "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes",
  );
  return Number(row?.bytes);
}

export function foldTable(fold: FoldFigures): string {
  return [
    `A payout per minute takes ${number(fold.miningBytes)} bytes of mining until it is compacted, and ${number(fold.ledgerBytes)} bytes of the ledger permanently. A user's compacted day takes ${number(fold.dayBytes)}.`,
    `Compacting one payout, including the vacuum, takes ${number(fold.databaseMs)} ms of PostgreSQL, ${number(fold.workMs)} ms of the work process and ${number(fold.walBytes)} bytes of WAL (${number(fold.perSecond)} a second).`,
    inTable(
      ["After day", "payouts made", "not compacted", "MB of mining's files"],
      fold.days.map(({ payouts, kept, bytes }, index) => [
        String(index + 1),
        number(payouts),
        number(kept),
        number(bytes / 1e6),
      ]),
    ),
  ].join("\n\n");
}

if (import.meta.main) {
  const dataDir = diskFolder();
  const postgres = await startPostgres({ dataDir, log: silentLog });
  try {
    const figures = await measureFold({ serverUrl: postgres.url, postgresPid: postgres.pid });
    process.stdout.write(`${foldTable(figures)}\n\n${JSON.stringify(figures)}\n`);
  } finally {
    await postgres.stop();
    removeFolder(dataDir);
  }
}
