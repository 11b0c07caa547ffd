/**
 * Runs the engine for pending orders, stop-outs and financing, in a single process of the
 * installation. The engine processes five ticks per second while any account has open positions or
 * pending orders, and sleeps otherwise.
 */
import { TICK_MS } from "#market";
import { startWorker, type Bus, type Log, type Worker } from "#platform";
import { FOREX_ENGINE } from "../book/live-accounts.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { nextTickOf } from "../book/next-tick.ts";
import {
  completedUntil,
  endOrdersOfDisabled,
  createEngineRun,
  processTicksUntil,
  type EngineRun,
} from "./process-ticks.ts";
import { FOREX_NOTICES } from "../notices/notify-owners.ts";
import { takeMoves } from "./trailing-moves.ts";
import { saveProcessed, processedUntil } from "./processed-until.ts";
import { isEmpty, watch } from "./watched.ts";

export type EngineDeps = DeskDeps & { readonly log: Log };

/** Sleep time while there is nothing to watch. A new order wakes the engine. */
const IDLE_MS = 5_000;
/** Maximum length of a run, so that monitoring sees that the worker is alive. */
const ROUND_MS = 60_000;
/**
 * Minimum time between two saves, so that at most every tick is saved. A request checks all ticks
 * since the last save, and waits until the tick of an action is saved.
 */
const SAVE_MS = TICK_MS / 2;
/** Interval between two checks for disabled users. */
const CHECK_DISABLED_MS = 2_000;
/** Interval between checks for changes while the market is closed. */
const CLOSED_PAUSE_MS = 1_000;

export function startForexEngine(deps: EngineDeps): Worker {
  return startWorker(deps, {
    name: FOREX_ENGINE,
    everyMs: IDLE_MS,
    run: (signal) => runEngineRound(deps, signal),
  });
}

/**
 * Processes ticks until there is nothing left to watch, the round is over, or the worker is
 * stopped.
 */
export async function runEngineRound(deps: EngineDeps, signal: AbortSignal): Promise<void> {
  const run = await openEngineRun(deps);
  const changes = watchChanges(deps.bus, run);
  const endsMs = performance.now() + ROUND_MS;
  try {
    while (!signal.aborted && performance.now() < endsMs) {
      await changes.read();
      await processAndSave(run, deps.clock.now().getTime(), {
        signal,
        readChanges: () => changes.read(),
      });
      if (isEmpty(run.watched)) break;
      const nowMs = deps.clock.now().getTime();
      await deps.until(Math.min(nextTickOf(run.processedMs), nowMs + CLOSED_PAUSE_MS));
    }
    await save(run);
    deps.bus.publish("wake", { worker: FOREX_NOTICES });
    if (!isEmpty(run.watched)) deps.bus.publish("wake", { worker: FOREX_ENGINE });
  } finally {
    changes.end();
  }
}

/** Returns a run that starts at the last processed tick, or now if there is none. */
export async function openEngineRun(deps: EngineDeps): Promise<EngineRun> {
  const { database, clock } = deps;
  const run = createEngineRun(deps, (await processedUntil(database)) ?? clock.now().getTime());
  await watch(deps, run.watched);
  return run;
}

/**
 * Like `processTicksUntil`, but saves the last processed tick regularly and lets other requests run
 * between slices.
 */
export async function processAndSave(
  run: EngineRun,
  untilMs: number,
  { signal, readChanges }: ProcessAndSaveOptions = {},
): Promise<void> {
  await processTicksUntil(run, untilMs, {
    ...(signal ? { signal } : {}),
    async betweenSlices() {
      await readChanges?.();
      await saveIfDue(run);
    },
  });
}

interface ProcessAndSaveOptions {
  readonly signal?: AbortSignal;
  readonly readChanges?: () => Promise<void>;
}

async function saveIfDue(run: EngineRun): Promise<void> {
  if (performance.now() - run.checkedAtMs > CHECK_DISABLED_MS) {
    run.checkedAtMs = performance.now();
    await endOrdersOfDisabled(run);
  }
  if (performance.now() - run.savedAtMs < SAVE_MS) return;
  // A tick with an action must not be saved while an order is on its way to the market.
  const hasActed = run.actedMs > run.savedMs;
  await save(run);
  if (hasActed) run.deps.bus.publish("wake", { worker: FOREX_NOTICES });
}

export async function save(run: EngineRun): Promise<void> {
  const doneMs = completedUntil(run);
  await saveProcessed(run.deps.database, doneMs, takeMoves(run.moved, doneMs));
  run.savedMs = doneMs;
  run.savedAtMs = performance.now();
}

/** Collects the ids of accounts to reload, from events on the bus. */
function watchChanges(bus: Bus, { deps, watched }: EngineRun) {
  const changed = new Set<string>();
  let isAll = false;
  const endings = [
    bus.subscribe("me", ({ userId, what }) => {
      if (what === "forex" || (what === "balances" && watched.accounts.byUser.has(userId)))
        changed.add(userId);
    }),
    bus.subscribe("missed", () => {
      isAll = true;
    }),
  ];
  return {
    async read() {
      const userIds = [...changed];
      changed.clear();
      if (isAll) await watch(deps, watched);
      else await watch(deps, watched, userIds);
      isAll = false;
    },
    end: () => endings.forEach((end) => end()),
  };
}
