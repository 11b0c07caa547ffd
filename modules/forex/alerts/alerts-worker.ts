/** Evaluates alerts in one process of the installation, once per second while there are any. */
import { startWorker, type Bus, type Worker } from "#platform";
import {
  evaluateAlerts,
  isCurrent,
  openAlertRun,
  reloadAlerts,
  saveAlertRun,
  type AlertDeps,
  type AlertRun,
} from "./alert-run.ts";

export const FOREX_ALERTS = "forex-alerts";

/** Sleep time while there are no alerts. A new alert wakes the worker. */
const IDLE_MS = 5_000;
const EVERY_MS = 1_000;
/** Maximum length of a round, so that monitoring sees that the worker is alive. */
const ROUND_MS = 60_000;
/** Time between two saves. After a crash, at most this much time is evaluated again. */
const SAVE_MS = 2_000;
/** Maximum number of changed users to remember. After more changes, all alerts are loaded again. */
const CHANGED_MAX = 10_000;

export function startForexAlerts(deps: AlertDeps): Worker {
  const changes = watchChanges(deps.bus);
  const round = alertRounds(deps, changes);
  const worker = startWorker(deps, { name: FOREX_ALERTS, everyMs: IDLE_MS, run: round });
  return {
    async stop() {
      await worker.stop();
      changes.end();
    },
  };
}

/**
 * Returns a function that evaluates alerts until there are none, the round is over, or the worker
 * is stopped. The loaded alerts are kept for the next round unless another process has had a round
 * in between.
 */
function alertRounds(
  deps: AlertDeps,
  changes: ReturnType<typeof watchChanges>,
): (signal: AbortSignal) => Promise<void> {
  let loadedRun: AlertRun | undefined;
  const load = async (): Promise<AlertRun> => {
    if (loadedRun && (await isCurrent(loadedRun))) return loadedRun;
    changes.take();
    return openAlertRun(deps);
  };
  return async (signal) => {
    let run = await load();
    // A failed round has unsaved state in its memory.
    loadedRun = undefined;
    const endsMs = performance.now() + ROUND_MS;
    let savedAtMs = -Infinity;
    while (!signal.aborted && performance.now() < endsMs) {
      const changed = changes.take();
      if (changed === "all") run = await openAlertRun(deps);
      else await reloadAlerts(run, changed);
      await evaluateAlerts(run, signal);
      if (performance.now() - savedAtMs > SAVE_MS) {
        await saveAlertRun(run);
        savedAtMs = performance.now();
      }
      if (run.watched.size === 0) break;
      await deps.until(deps.clock.now().getTime() + EVERY_MS);
    }
    await saveAlertRun(run);
    loadedRun = run;
    if (run.watched.size > 0) deps.bus.publish("wake", { worker: FOREX_ALERTS });
  };
}

/** Collects the users whose alerts must be loaded again, or "all" if events were lost. */
function watchChanges(bus: Bus) {
  const changed = new Set<string>();
  let isAll = false;
  const endings = [
    bus.subscribe("me", ({ userId, what }) => {
      if (what !== "forex") return;
      changed.add(userId);
      isAll ||= changed.size > CHANGED_MAX;
      if (isAll) changed.clear();
    }),
    bus.subscribe("missed", () => {
      isAll = true;
    }),
  ];
  return {
    take(): readonly string[] | "all" {
      const userIds = isAll ? ("all" as const) : [...changed];
      isAll = false;
      changed.clear();
      return userIds;
    },
    end: () => endings.forEach((end) => end()),
  };
}
