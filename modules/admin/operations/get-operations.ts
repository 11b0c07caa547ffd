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

const UNMINED_MAX = 50;
const SELF_TRANSFERS_MAX = 20;

type Deps = Pick<AdminDeps, "clock" | "database" | "dataDir" | "feeNode" | "machine">;

export async function getOperations(deps: Deps) {
  const { database, clock, feeNode } = deps;
  const [copy, { fee, coins, own }, chain, waiting, unmined, deposits] = await Promise.all([
    lastCopy(deps),
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
    coins: { ...coins, sums: [...coins.sums] },
    fee,
    pausedReason: chain?.pausedReason ?? null,
    waiting,
    unmined: { count: unmined.count, items: [...unmined.items] },
    deposits,
    selfTransfers: { ...own, items: [...own.items] },
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
