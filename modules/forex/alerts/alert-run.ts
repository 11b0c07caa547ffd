/**
 * The state of the worker that evaluates alerts: alerts on prices, which follow the clock, and
 * alerts on accounts, which follow the engine because fills change accounts.
 */
import { beginSlice, failpoint, isolateFailure, type Log } from "#platform";
import { processedUntil } from "../engine/processed-until.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { addAccountAlert, noAccountAlerts, removeAccountAlert } from "./account-alerts.ts";
import { isOnAccount } from "./alert.ts";
import { readProgress, saveProgress, type SavedProgress } from "./alert-progress.ts";
import { activeAlerts, activeAlertsOf, type AlertRow } from "./alerts-table.ts";
import { fireAlerts, tellWaiting } from "./fire-alerts.ts";
import { addPriceAlert, noPriceAlerts, removePriceAlert } from "./price-alerts.ts";
import { beginAccounts, walkAccounts, type AccountWalk } from "./walk-accounts.ts";
import { beginPrices, readOpening, walkPrices, type PriceWalk } from "./walk-prices.ts";
import { watchedFrom, type Firing, type WatchedAlert } from "./watched-alert.ts";

export type AlertDeps = DeskDeps & { readonly log: Log };

export interface AlertRun {
  readonly deps: AlertDeps;
  readonly prices: PriceWalk;
  readonly accounts: AccountWalk;
  readonly watched: Map<string, WatchedAlert>;
  /** The saved progress. Another process has evaluated alerts since if it is no longer stored. */
  saved: SavedProgress | undefined;
  /** Alerts that the saved progress does not include yet. */
  added: AlertRow[];
  /** Firings that are not stored yet, oldest first. */
  pending: Firing[];
}

const ROWS_TOGETHER = 500;
/**
 * Time between the engine's last tick and the last tick at which accounts are evaluated, so that
 * orders on their way to the market are written.
 */
const SETTLE_MS = 1_000;

/** Loads all active alerts, and begins where the saved progress ends. */
export async function openAlertRun(deps: AlertDeps): Promise<AlertRun> {
  const { database, clock } = deps;
  const nowMs = clock.now().getTime();
  const progress = await readProgress(database);
  const atMs = {
    prices: progress.pricesAt?.getTime() ?? nowMs,
    accounts: progress.accountsAt?.getTime() ?? nowMs,
  };
  const prices = noPriceAlerts();
  const accounts = noAccountAlerts();
  const watched = new Map<string, WatchedAlert>();
  const added: AlertRow[] = [];
  const firstMs = { prices: Infinity, accounts: Infinity };
  const slice = beginSlice();
  let after = 0n;
  for (let isMore = true; isMore;) {
    if (slice.isOver()) await slice.next();
    const rows = await activeAlerts(database, { after, limit: ROWS_TOGETHER });
    isMore = rows.length === ROWS_TOGETHER;
    after = rows.at(-1)?.position ?? after;
    for (const row of rows) {
      const walk = isOnAccount(row.kind) ? "accounts" : "prices";
      const one = watchedFrom(row, atMs[walk]);
      watched.set(row.id, one);
      if (walk === "prices") addPriceAlert(prices, one);
      else addAccountAlert(accounts, one);
      const fromMs = row.isWatched ? atMs[walk] : row.armedAt.getTime();
      firstMs[walk] = Math.min(firstMs[walk], fromMs);
      if (!row.isWatched) added.push(row);
    }
  }
  return {
    deps,
    watched,
    added,
    saved: undefined,
    pending: [],
    prices: await beginPrices(deps, prices, beginAt(firstMs.prices, nowMs)),
    accounts: await beginAccounts(deps, accounts, beginAt(firstMs.accounts, nowMs)),
  };
}

/** Without alerts, there is nothing to evaluate before now. */
function beginAt(firstMs: number, nowMs: number): number {
  return firstMs === Infinity ? nowMs : firstMs;
}

/** Reloads the alerts of these users, and evaluates new ones up to the other alerts' last tick. */
export async function reloadAlerts(run: AlertRun, userIds: readonly string[]): Promise<void> {
  const { deps, watched, prices, accounts } = run;
  if (userIds.length === 0) return;
  const rows = await activeAlertsOf(deps.database, userIds);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const users = new Set(userIds);
  for (const { row } of watched.values())
    if (users.has(row.userId) && !isSame(row, rowOf.get(row.id))) drop(run, row);
  const fresh = rows.filter(({ id }) => !watched.has(id)).map((row) => watchedFrom(row, -Infinity));
  if (fresh.length === 0) return;
  const onPrices = fresh.filter(({ row }) => !isOnAccount(row.kind));
  const onAccounts = fresh.filter(({ row }) => isOnAccount(row.kind));
  await catchUpPrices(run, onPrices);
  await catchUpAccounts(run, onAccounts);
  for (const one of fresh) watched.set(one.row.id, one);
  for (const one of onPrices) addPriceAlert(prices.alerts, one);
  if (onPrices.length > 0) await readOpening(prices, deps.feed);
  for (const one of onAccounts) addAccountAlert(accounts.alerts, one);
  run.added.push(...fresh.map(({ row }) => row));
}

function isSame({ armedAt }: AlertRow, stored: AlertRow | undefined): boolean {
  return stored?.armedAt.getTime() === armedAt.getTime();
}

function drop({ watched, prices, accounts }: AlertRun, row: AlertRow): void {
  watched.delete(row.id);
  if (isOnAccount(row.kind)) removeAccountAlert(accounts.alerts, row);
  else removePriceAlert(prices.alerts, row.id);
}

const armedFirst = (fresh: readonly WatchedAlert[]) =>
  Math.min(...fresh.map(({ row }) => row.armedAt.getTime()));

async function catchUpPrices(run: AlertRun, fresh: readonly WatchedAlert[]): Promise<void> {
  if (fresh.length === 0) return;
  const alerts = noPriceAlerts();
  for (const one of fresh) addPriceAlert(alerts, one);
  const walk = await beginPrices(run.deps, alerts, Math.min(armedFirst(fresh), run.prices.atMs));
  await walkPrices(run.deps, walk, run.prices.atMs, { fire: fireIn(run) });
}

async function catchUpAccounts(run: AlertRun, fresh: readonly WatchedAlert[]): Promise<void> {
  if (fresh.length === 0) return;
  const alerts = noAccountAlerts();
  for (const one of fresh) addAccountAlert(alerts, one);
  const walk = await beginAccounts(
    run.deps,
    alerts,
    Math.min(armedFirst(fresh), run.accounts.atMs),
  );
  await walkAccounts(run.deps, walk, run.accounts.atMs, { fire: fireIn(run) });
  for (const [userId, state] of alerts.states) run.accounts.alerts.states.set(userId, state);
}

function fireIn(run: AlertRun): (firing: Firing) => void {
  return (firing) => run.pending.push(firing);
}

/** Evaluates every tick until now, and sends the messages. */
export async function evaluateAlerts(run: AlertRun, signal?: AbortSignal): Promise<void> {
  const { deps } = run;
  const nowMs = deps.clock.now().getTime();
  const options = { fire: fireIn(run), ...(signal && { signal }) };
  await walkPrices(deps, run.prices, nowMs, options);
  const processedMs = await processedUntil(deps.database);
  if (processedMs !== undefined)
    await walkAccounts(deps, run.accounts, Math.min(processedMs, nowMs) - SETTLE_MS, options);
  await sendPending(run);
  await tellWaiting(deps);
}

/** Stores the firings. Those that fail are stored in a later round. */
async function sendPending(run: AlertRun): Promise<void> {
  const { deps } = run;
  const byUser = Map.groupBy(run.pending, ({ row }) => row.userId);
  run.pending = [];
  for (const [userId, firings] of byUser) {
    let isSent = false;
    await isolateFailure(deps, userId, async () => {
      await fireAlerts(
        deps,
        userId,
        firings.toSorted((a, b) => a.timeMs - b.timeMs),
      );
      isSent = true;
    });
    if (!isSent) run.pending.push(...firings);
    else
      for (const { row } of firings)
        // The user may have armed the alert again after a firing that could not be stored at once.
        if (row.repeatSeconds === null && isSame(row, run.watched.get(row.id)?.row)) drop(run, row);
  }
}

/** True if no other process has evaluated alerts since the run was saved. */
export async function isCurrent({ deps, saved }: AlertRun): Promise<boolean> {
  const { pricesAt, accountsAt } = await readProgress(deps.database);
  return pricesAt?.getTime() === saved?.pricesMs && accountsAt?.getTime() === saved?.accountsMs;
}

/** Saves the progress, but not beyond a firing that is not stored yet. */
export async function saveAlertRun(run: AlertRun): Promise<void> {
  const { deps, prices, accounts, pending, added } = run;
  const firstMs = Math.min(...pending.map(({ timeMs }) => timeMs - 1), Infinity);
  failpoint("forex.alerts-evaluated");
  const progress = {
    pricesMs: Math.min(prices.atMs, firstMs),
    accountsMs: Math.min(accounts.atMs, firstMs),
  };
  const included = pending.length === 0 ? added : [];
  const isReached = await saveProgress(deps.database, progress, included);
  run.saved = progress;
  if (isReached && pending.length === 0) run.added = [];
}
