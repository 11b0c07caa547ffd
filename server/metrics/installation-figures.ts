/**
 * Adds metrics that show operators the health of money, chain, queues and verifications. No label
 * identifies a user or an object.
 */
import type { Registry } from "prom-client";
import type { Machine } from "#admin";
import { copyAgeSeconds, readLastBackup } from "#backup";
import type { BitcoinNode } from "#bitcoin";
import { accountClasses, readVerdict, type AccountClass, type Asset } from "#ledger";
import { outboxFigures } from "#notifications";
import { replaysOf, shareResultFor, type SharedBus } from "#platform";
import type { PoolState } from "#pool";
import type { UsersDeps } from "#users";
import { chainStatus, openWithdrawalStates, withdrawalsByState } from "#wallet";
import type { LedgerVerifier } from "../health/ledger-verifier.ts";
import { books } from "../health/rules.ts";
import { withTimeLimit } from "../health/time-limit.ts";
import { addBusFigures } from "./bus-figures.ts";
import { addCounter, addGauge, addLabelledGauge, addOkGauge } from "./gauge.ts";

export interface FigureDeps {
  readonly users: Pick<UsersDeps, "clock" | "database" | "hasher">;
  readonly node: Pick<BitcoinNode, "getBestBlockHash" | "getBlockCount" | "getBlockHeader">;
  readonly machine: Machine;
  readonly dataDir: string;
  readonly isAuditLogWhole: LedgerVerifier["isAuditLogWhole"];
  /** Age of the Forex desk's latest price. Null while the market is closed. */
  readonly priceAgeSeconds: () => Promise<number | null>;
  /** Number of stop-outs at the Forex desk since the process started. */
  readonly stopOuts: () => number;
  readonly reorgDepth: () => number;
  readonly pool: () => Pick<PoolState, "connections" | "journalBytes"> | undefined;
  readonly bus: Pick<SharedBus, "figures" | "isShared">;
}

/** Minimum time between two reads of the sums over all accounts. */
const SUMS_MS = 30_000;
const ROW_MS = 1_000;
/**
 * Time limit for reading the outbox. It is shorter than the limit of a whole gauge, so that the
 * gauge can still report this process's own queue, which needs no database.
 */
const OUTBOX_MS_MAX = 4_000;
const MS_PER_SECOND = 1_000;

export function addInstallationFigures(registry: Registry, deps: FigureDeps): void {
  addBooks(registry, deps);
  addWithdrawals(registry, deps);
  addChain(registry, deps);
  addQueues(registry, deps);
  addCopies(registry, deps);
  addMachine(registry, deps);
  addGauge(
    registry,
    {
      name: "fx_price_age_seconds",
      help: "Age of the desk's latest price while its market is open",
    },
    deps.priceAgeSeconds,
  );
  addCounter(
    registry,
    { name: "fx_stopouts_total", help: "Forex accounts that this process stopped out" },
    deps.stopOuts,
  );
  addPool(registry, deps);
  addBusFigures(registry, deps.bus);
}

function addPool(registry: Registry, { pool }: FigureDeps): void {
  addGauge(
    registry,
    { name: "stratum_connections", help: "Miners that are connected to this process's pool" },
    () => pool()?.connections ?? null,
  );
  addGauge(
    registry,
    {
      name: "stratum_journal_bytes",
      help: "Accepted shares on disk that are not yet in the database",
    },
    () => pool()?.journalBytes ?? null,
  );
}

function addBooks(
  registry: Registry,
  { users: { database, clock }, isAuditLogWhole }: FigureDeps,
): void {
  const classes = shareResultFor(SUMS_MS, () => accountClasses(database));
  const imbalance = async (asset: Asset) => Number(sumOf(await classes(), asset));
  addGauge(
    registry,
    { name: "ledger_imbalance_sat", help: "Sum of all bitcoin accounts; anything but 0 is wrong" },
    () => imbalance("BTC"),
  );
  addGauge(
    registry,
    { name: "ledger_imbalance_cents", help: "Sum of all dollar accounts; anything but 0 is wrong" },
    () => imbalance("USD"),
  );
  const status = shareResultFor(ROW_MS, () => chainStatus(database));
  addGauge(
    registry,
    { name: "node_vs_ledger_sat", help: "Satoshis in the books without matching coins" },
    async () => {
      const sats = (await status())?.unexplainedSats ?? null;
      return sats === null ? null : Number(sats);
    },
  );
  addOkGauge(
    registry,
    {
      name: "ledger_reconcile_ok",
      help: "Whether books and coins were compared recently and agree",
    },
    async () => {
      const row = await status();
      if (!row || row.haltedReason !== null) return false;
      return books(row, clock.now()).state === "ok";
    },
  );
  addOkGauge(
    registry,
    { name: "ledger_books_ok", help: "Whether the last ledger verification passed" },
    async () => {
      const { decidedAt, problem } = await readVerdict(database);
      return decidedAt === null ? null : problem === null;
    },
  );
  addOkGauge(
    registry,
    { name: "audit_chain_ok", help: "Whether the last audit log verification passed" },
    isAuditLogWhole,
  );
}

function sumOf(classes: readonly AccountClass[], wanted: Asset): bigint {
  return classes
    .filter(({ asset }) => asset === wanted)
    .reduce((sum, { credits, debits }) => sum + credits - debits, 0n);
}

function addWithdrawals(registry: Registry, { users: { database, clock } }: FigureDeps): void {
  const open = shareResultFor(ROW_MS, () => withdrawalsByState(database));
  const values = () => openWithdrawalStates;
  addLabelledGauge(
    registry,
    { name: "pending_withdrawals", help: "Withdrawals in progress", label: "state", values },
    async () => {
      const rows = await open();
      const countIn = (wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
      return Object.fromEntries(values().map((state) => [state, countIn(state)]));
    },
  );
  addLabelledGauge(
    registry,
    {
      name: "withdrawal_age_seconds_max",
      help: "Age of the oldest withdrawal in that state, or 0",
      label: "state",
      values,
    },
    async () => {
      const rows = await open();
      const ageIn = (wanted: string) => {
        const row = rows.find(({ state }) => state === wanted);
        return row ? secondsSince(row.oldestAt, clock.now()) : 0;
      };
      return Object.fromEntries(values().map((state) => [state, ageIn(state)]));
    },
  );
}

function addChain(registry: Registry, { users, node, reorgDepth }: FigureDeps): void {
  const { database, clock } = users;
  addGauge(
    registry,
    { name: "deposit_lag_blocks", help: "Blocks of the node that the wallet has not read" },
    async () => {
      const [height, row] = await Promise.all([node.getBlockCount(), chainStatus(database)]);
      return row ? height - row.height : null;
    },
  );
  addGauge(
    registry,
    { name: "node_tip_age_seconds", help: "Age of the node's newest block by its own time" },
    async () => {
      const { timeSeconds } = await node.getBlockHeader(await node.getBestBlockHash());
      return secondsSince(new Date(timeSeconds * MS_PER_SECOND), clock.now());
    },
  );
  addGauge(
    registry,
    { name: "reorg_depth_last", help: "Blocks undone by the last reorg since the start" },
    reorgDepth,
  );
}

function addQueues(registry: Registry, { users: { database, clock, hasher } }: FigureDeps): void {
  const outbox = shareResultFor(ROW_MS, () => outboxFigures(database, clock.now()));
  addLabelledGauge(
    registry,
    {
      name: "queue_depth",
      help: "Waiting e-mails, SMS and passwords to hash",
      label: "queue",
      values: () => ["email", "sms", "password"] as const,
    },
    async () => {
      const password = hasher.depth();
      try {
        const { email, sms } = await withTimeLimit(outbox(), OUTBOX_MS_MAX);
        return { email: email?.waiting ?? null, sms: sms?.waiting ?? null, password };
      } catch {
        return { email: NaN, sms: NaN, password };
      }
    },
  );
  addCounter(
    registry,
    {
      name: "idempotency_replays_total",
      help: "Repeated requests that got the stored answer",
    },
    () => replaysOf(database),
  );
}

/**
 * Adds the age of the last backup. Only the process that runs the workers reports this age, because
 * it has the data folder with the backups.
 */
function addCopies(registry: Registry, { machine, dataDir, users }: FigureDeps): void {
  if (!machine.works) return;
  addGauge(
    registry,
    {
      name: "backup_age_seconds",
      help: "Age of the last verified backup of this data folder",
    },
    async () => {
      const copy = await readLastBackup(dataDir);
      return copy ? copyAgeSeconds(copy, users.clock.now()) : null;
    },
  );
}

function addMachine(registry: Registry, { machine }: FigureDeps): void {
  addGauge(
    registry,
    {
      name: "eventloop_lag_seconds",
      help: "Longest delay of the event loop in this and the previous minute",
    },
    () => asSeconds(machine.loopLagMs()),
  );
  addGauge(
    registry,
    { name: "disk_free_ratio", help: "Free part of the disk of the data folder, from 0 to 1" },
    async () => {
      const space = await machine.disk();
      return space ? space.freeBytes / space.totalBytes : null;
    },
  );
  addLabelledGauge(
    registry,
    {
      name: "worker_ok",
      help: "Whether a background worker's last round succeeded recently",
      label: "worker",
      values: () => machine.workers().map(({ name }) => name),
    },
    async () =>
      Object.fromEntries(
        machine
          .workers()
          .map(({ name, failure, isLate }) => [name, Number(failure === null && !isLate)]),
      ),
  );
}

function asSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / MS_PER_SECOND;
}

function secondsSince(from: Date, now: Date): number {
  return Math.max(0, (now.getTime() - from.getTime()) / MS_PER_SECOND);
}
