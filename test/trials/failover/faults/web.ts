/**
 * Kills one of the two web processes with SIGKILL while a thousand clients have open streams. The
 * killed process's clients must reconnect to the other process, which keeps its own clients. All
 * reads must continue.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { openListeners } from "./listeners.ts";
import { readOn } from "./reads.ts";

const STREAMS = 1_000;
const CALM_MS = 5_000;

export async function killWeb(scene: Scene): Promise<Outcome> {
  const { platform } = scene;
  const listeners = await openListeners(platform.url, STREAMS);
  try {
    const before = await listeners.standing();
    const reading = readOn(scene);
    const startMs = performance.now();
    await platform.killWeb("web1");
    const firstMs = await writesAgain(scene, startMs);
    const isHeard = async () => {
      const now = await listeners.standing();
      const isWhole = now.open === STREAMS && now.heardMs.length >= now.cut;
      return isWhole && now.cut > before.cut ? now : undefined;
    };
    const after = await until("all listeners receive events again", isHeard);
    const reads = await reading.stop();
    await platform.startWeb("web1");
    await sleep(CALM_MS);
    const last = await listeners.whole();
    const cut = after.cut - before.cut;
    const open = STREAMS - cut;
    return {
      lines: [
        `A web process was killed: ${cut} of ${STREAMS} streams were cut, ${open} were not. Open again after p50 ${share(after.readyMs, 0.5)}, worst ${share(after.readyMs, 1)}; events received again after p50 ${share(after.heardMs, 0.5)}, worst ${share(after.heardMs, 1)}; ${after.refused} attempts failed.`,
        `First write after ${secondsSince(startMs, firstMs)}. The listeners used ${(last.processorMs / 1_000).toFixed(1)} s of processor time.`,
        ...reads,
      ],
      problems: last.cut > after.cut ? [`${last.cut - after.cut} streams were cut again`] : [],
    };
  } finally {
    await listeners.close();
  }
}

function share(timesMs: readonly number[], part: number): string {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const ms = sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
  return `${(ms / 1_000).toFixed(1)} s`;
}
