/**
 * Checks the process's own /readyz during the start. The check uses the public port, as every
 * client does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { nodeHttp } from "#platform";
import type { Installation } from "./open-installation.ts";
import { failingOf } from "./health/readiness.ts";

const READY_POLL_MS = 100;
const SAY_WHY_MS = 15_000;

/**
 * Waits until the chain watcher and the workers have completed their first round. Returns false if
 * the server is told to stop first. A failed check counts as not ready.
 */
export async function waitUntilReady(
  { url, readiness }: Pick<Installation, "url" | "readiness">,
  stopping: AbortSignal,
): Promise<boolean> {
  let saidAt = performance.now();
  while (!stopping.aborted) {
    let failure = "";
    const isReady = await answersWell(`${url}/readyz`, stopping).catch((error: Error) => {
      failure = `/readyz: ${error.message}`;
      return false;
    });
    if (isReady) return !stopping.aborted;
    if (performance.now() - saidAt > SAY_WHY_MS) {
      saidAt = performance.now();
      const why = [failure, ...(await reasons(readiness))].filter(Boolean).join("; ");
      process.stderr.write(`Not ready yet: ${why}\n`);
    }
    await sleep(READY_POLL_MS);
  }
  return false;
}

function answersWell(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    nodeHttp
      .get(url, { agent: false, signal }, (answer) => {
        resolve(answer.statusCode === 200);
        answer.resume();
      })
      .on("error", reject);
  });
}

async function reasons(readiness: Installation["readiness"]): Promise<readonly string[]> {
  const checks = await readiness.checkNow();
  return failingOf(checks).map((name) => `${name}: ${checks[name]?.detail}`);
}
