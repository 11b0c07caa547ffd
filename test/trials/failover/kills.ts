/**
 * Kills the primary with SIGKILL under load, either only its PostgreSQL server or its whole
 * machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Engines, Machine } from "./engines.ts";
import { writesAgain, type Scene } from "./faults/fault.ts";
import { judge } from "./judge.ts";
import type { Load } from "./load.ts";
import type { Round } from "./report.ts";
import { until } from "./wait.ts";

const CALM_MS = 3_000;

export async function killOnce(
  scene: Scene,
  plan: {
    readonly number: number;
    readonly what: "server" | "machine";
    readonly isStrict: boolean;
  },
): Promise<Round> {
  const { engines, platform, load } = scene;
  const { number, what } = plan;
  await engines.whole();
  await sleep(CALM_MS);
  const before = { count: load.acknowledged.length, failed: failedSoFar(load) };
  const victim = await engines.leader();
  if (!victim) throw new Error("There is no primary to kill.");
  engines.kill(victim, what);
  const killedAtMs = performance.now();
  const since = () => load.acknowledged.filter(({ askedAtMs }) => askedAtMs > killedAtMs);
  // In strict mode, no write is acknowledged until a standby follows the new primary, so revive the
  // killed server once the other one is promoted.
  if (plan.isStrict) await reviveOncePromoted(engines, victim);
  const first = await until("a write is acknowledged again", () => since()[0]);
  engines.revive(victim);
  const received = await until("events are received again", () =>
    load.heardAtMs() > first.answeredAtMs ? load.heardAtMs() : undefined,
  );
  await writesAgain(scene, killedAtMs);
  const promoted = await engines.leader();
  await engines.whole();
  const wholeAtMs = performance.now();
  const { lost } = await judge(platform.database, load.acknowledged, load.userIds);
  const seconds = (ms: number) => (ms - killedAtMs) / 1_000;
  return {
    number,
    what,
    from: victim,
    to: promoted ?? "none",
    firstSeconds: seconds(first.answeredAtMs),
    newsSeconds: seconds(received),
    wholeSeconds: seconds(wholeAtMs),
    failed: failedSoFar(load) - before.failed,
    acknowledged: load.acknowledged.length - before.count,
    lost: lost.length,
  };
}

function reviveOncePromoted(engines: Engines, victim: Machine): Promise<true> {
  return until("the standby is promoted", async () => {
    const leader = await engines.leader();
    if (leader === undefined || leader === victim) return undefined;
    engines.revive(victim);
    return true;
  });
}

export function failedSoFar({ failures }: Load): number {
  return [...failures].reduce(
    (sum, [what, count]) => (what.startsWith("4") ? sum : sum + count),
    0,
  );
}
