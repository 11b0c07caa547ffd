/**
 * Stops PgBouncer immediately and starts it again. One of the two web processes connects to the
 * database through PgBouncer.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { readOn } from "./reads.ts";

const CALM_MS = 5_000;

export async function restartPooler(scene: Scene): Promise<Outcome> {
  const { engines, platform } = scene;
  const reading = readOn(scene);
  const startMs = performance.now();
  await engines.restartPooler();
  await until("the process behind PgBouncer reads again", async () => {
    const answer = await fetch(`${platform.webUrls.web2}/readyz`).catch(() => undefined);
    return answer?.ok === true ? true : undefined;
  });
  const readyMs = performance.now();
  const firstMs = await writesAgain(scene, startMs);
  await sleep(CALM_MS);
  return {
    lines: [
      `PgBouncer was restarted. The process behind it was ready after ${secondsSince(startMs, readyMs)}, and the first write of a user was answered after ${secondsSince(startMs, firstMs)}.`,
      ...(await reading.stop()),
    ],
    problems: [],
  };
}
