/**
 * Returns figures about backups, coins, fees and pending payments for operators. Unknown values are
 * null and shown as "not monitored".
 */
import { COPY_AGE_SECONDS_MAX, copyAgeSeconds, readLastBackup } from "#backup";
import {
  chainStatus,
  coinFigures,
  feeFigures,
  openDeposits,
  selfTransferFigures,
  unminedPayments,
  waitingPayments,
} from "#wallet";
import type { AdminDeps } from "../office/deps.ts";
import { diskForecast } from "./disk-forecast.ts";
import { diskTrend } from "./disk-samples-table.ts";

const UNMINED_MAX = 50;
const SELF_TRANSFERS_MAX = 20;
/** Period of the disk forecast. */
const TREND_MS = 7 * 86_400_000;

type Deps = Pick<AdminDeps, "clock" | "database" | "dataDir" | "feeNode" | "machine">;

export async function getOperations(deps: Deps) {
  const { database, clock, feeNode } = deps;
  const [copy, disk, { fee, coins, own }, chain, waiting, unmined, deposits] = await Promise.all([
    lastCopy(deps),
    diskFigures(deps),
    feeFigures(database, feeNode).then(async (figures) => ({
      fee: figures,
      coins: await coinFigures(database, figures.inputSats),
      own: await selfTransferFigures(database, { rate: figures.rate, limit: SELF_TRANSFERS_MAX }),
    })),
    chainStatus(database),
    waitingPayments(database),
    unminedPayments(database, UNMINED_MAX),
    openDeposits(database),
  ]);
  return {
    at: clock.now(),
    copy,
    disk,
    coins: { ...coins, sums: [...coins.sums] },
    fee,
    pausedReason: chain?.pausedReason ?? null,
    waiting,
    unmined: { count: unmined.count, items: [...unmined.items] },
    deposits,
    selfTransfers: { ...own, items: [...own.items] },
  };
}

async function diskFigures({ database, clock, machine }: Deps) {
  const [space = null, trend] = await Promise.all([
    machine?.disk(),
    diskTrend(database, new Date(clock.now().getTime() - TREND_MS)),
  ]);
  const { databaseBytes, databaseBytesPerDay } = trend;
  const forecast = diskForecast({ ...trend, disk: space });
  return {
    freeBytes: space?.freeBytes ?? null,
    totalBytes: space?.totalBytes ?? null,
    databaseBytes: Math.round(databaseBytes),
    databaseBytesPerDay:
      databaseBytesPerDay === null || forecast.state === "too_early"
        ? null
        : Math.round(databaseBytesPerDay),
    forecast,
  };
}

async function lastCopy({ dataDir, clock, machine }: Omit<Deps, "database" | "feeNode">) {
  try {
    const copy = await readLastBackup(dataDir);
    if (!copy) return { state: machine?.works === false ? "elsewhere" : "none" } as const;
    const ageSeconds = copyAgeSeconds(copy, clock.now());
    return {
      state: "made" as const,
      createdAt: new Date(copy.createdAt),
      provedAt: new Date(copy.checkedAt),
      folder: copy.folder,
      bytes: copy.bytes,
      ageSeconds,
      isOld: ageSeconds > COPY_AGE_SECONDS_MAX,
    };
  } catch {
    return { state: "unreadable" as const };
  }
}
