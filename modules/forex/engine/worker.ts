/**
 * The engine of resting orders, stop-outs and financing: one process of the installation walks the
 * ticks, five a second while somebody has something open or waiting, and sleeps else.
 */
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

/** How long it sleeps when nobody has anything; an order wakes it. */
const IDLE_MS = 5_000;
/** A round ends so often that whoever looks at the worker sees that it lives. */
const ROUND_MS = 60_000;
/** So much is walked again at most after a crash. */
const SAVE_MS = 2_000;
/** After a fill its owner waits until it is saved that the tick was walked. */
const SAVE_AFTER_ACT_MS = 200;
/** At the weekend it looks so often whether something has changed. */
const CLOSED_PAUSE_MS = 1_000;

export function startForexEngine(deps: EngineDeps): Worker {
  return startWorker(deps, {
    name: FOREX_ENGINE,
    everyMs: IDLE_MS,
    run: (signal) => runEngineRound(deps, signal),
  });
}

/** Walks until now and on, until nothing is left to watch, the round is over or it is stopped. */
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

/** From the last tick that was done; with nothing to watch, from now. */
export async function openEngineRun(deps: EngineDeps): Promise<EngineRun> {
  const { database, clock } = deps;
  const run = createEngineRun(deps, (await processedUntil(database)) ?? clock.now().getTime());
  await watch(deps, run.watched);
  return run;
}

/** As `walkTo`; where it stands is kept, and others get their turn, now and then. */
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

/** Now and then, and sooner once something was done. */
async function saveIfDue(run: EngineRun): Promise<void> {
  const sinceMs = performance.now() - run.savedAtMs;
  if (sinceMs > SAVE_MS) await endOrdersOfDisabled(run);
  // While an order is on its way, a tick at which something was done may not be saved yet.
  const hasActed = run.actedMs > run.savedMs;
  if (sinceMs <= (hasActed ? SAVE_AFTER_ACT_MS : SAVE_MS)) return;
  await save(run);
  if (hasActed) run.deps.bus.publish("wake", { worker: FOREX_NOTICES });
}

export async function save(run: EngineRun): Promise<void> {
  const doneMs = completedUntil(run);
  await saveProcessed(run.deps.database, doneMs, takeMoves(run.moved, doneMs));
  run.savedMs = doneMs;
  run.savedAtMs = performance.now();
}

/** Whose books to read again, as the bus tells. */
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
