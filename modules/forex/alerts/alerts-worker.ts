/** Evaluates alerts in one process of the installation, once per second while there are any. */
import { startWorker, type Bus, type Worker } from "#platform";
import {
  evaluateAlerts,
  openAlertRun,
  reloadAlerts,
  saveAlertRun,
  type AlertDeps,
} from "./alert-run.ts";

export const FOREX_ALERTS = "forex-alerts";

/** Sleep time while there are no alerts. A new alert wakes the worker. */
const IDLE_MS = 5_000;
const EVERY_MS = 1_000;
/** Maximum length of a run, after which all alerts are loaded again. */
const ROUND_MS = 60_000;
/** Time between two saves. After a crash, at most this much time is evaluated again. */
const SAVE_MS = 2_000;

export function startForexAlerts(deps: AlertDeps): Worker {
  return startWorker(deps, {
    name: FOREX_ALERTS,
    everyMs: IDLE_MS,
    run: (signal) => runAlertRound(deps, signal),
  });
}

/** Evaluates alerts until there are none, the round is over, or the worker is stopped. */
export async function runAlertRound(deps: AlertDeps, signal: AbortSignal): Promise<void> {
  const changes = watchChanges(deps.bus);
  const run = await openAlertRun(deps);
  const endsMs = performance.now() + ROUND_MS;
  let savedAtMs = -Infinity;
  try {
    while (!signal.aborted && performance.now() < endsMs) {
      const changed = changes.take();
      if (changed === "all") break;
      await reloadAlerts(run, changed);
      await evaluateAlerts(run, signal);
      if (performance.now() - savedAtMs > SAVE_MS) {
        await saveAlertRun(run);
        savedAtMs = performance.now();
      }
      if (run.watched.size === 0) break;
      await deps.until(deps.clock.now().getTime() + EVERY_MS);
    }
    await saveAlertRun(run);
    if (run.watched.size > 0) deps.bus.publish("wake", { worker: FOREX_ALERTS });
  } finally {
    changes.end();
  }
}

/** Collects the users whose alerts must be loaded again, or "all" if events were lost. */
function watchChanges(bus: Bus) {
  const changed = new Set<string>();
  let isAll = false;
  const endings = [
    bus.subscribe("me", ({ userId, what }) => {
      if (what === "forex") changed.add(userId);
    }),
    bus.subscribe("missed", () => {
      isAll = true;
    }),
  ];
  return {
    take(): readonly string[] | "all" {
      if (isAll) return "all";
      const userIds = [...changed];
      changed.clear();
      return userIds;
    },
    end: () => endings.forEach((end) => end()),
  };
}
