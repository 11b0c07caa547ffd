/** Starts the installation, or what `--only` names of it, in one process: what `npm start` runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { createLog, nodeHttp, readConfig, secretsOf, StartError } from "#platform";
import { openInstallation, type Installation } from "./open-installation.ts";
import { failingOf } from "./health/readiness.ts";
import { assertShared, readRoles } from "./roles.ts";

const READY_POLL_MS = 100;
const SAY_WHY_MS = 15_000;
const EXIT_SIGNALS = ["SIGINT", "SIGTERM"] as const;

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const roles = readRoles(process.argv.slice(2));
  const config = readConfig(process.env);
  assertShared(roles, config);
  const log = createLog(config.logLevel, secretsOf(config));
  const stopping = new AbortController();
  const opening = openInstallation(config, log, { roles });
  for (const signal of EXIT_SIGNALS) {
    process.on(signal, () => {
      // A second signal is a person who does not want to wait.
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
      void stopWhenOpen(opening, config.stopWaitSeconds);
    });
  }
  const installation = await opening;
  if (!(await becomesReady(installation, stopping.signal))) return;
  if (installation.setupUrl) {
    process.stdout.write(
      `There is no administrator yet. This link makes the account that opens it one, once and within a day:\n  ${installation.setupUrl}\n`,
    );
  }
  const what = roles.serves ? "" : " (/readyz and /metrics)";
  process.stdout.write(`Hashfloor ready at ${installation.url}${what}\n`);
}

async function stopWhenOpen(
  opening: ReturnType<typeof openInstallation>,
  waitSeconds: number,
): Promise<void> {
  try {
    const installation = await opening;
    installation.readiness.stop();
    await sleep(waitSeconds * 1_000);
    await installation.stop();
    process.exit(0);
  } catch {
    process.exit(1);
  }
}

/**
 * Waits until the chain watcher and the workers have had their first look; false when told to stop
 * before that.
 */
async function becomesReady(installation: Installation, stopping: AbortSignal): Promise<boolean> {
  const ready = `${installation.url}/readyz`;
  let saidAt = performance.now();
  while (!stopping.aborted) {
    const isReady = await answersWell(ready, stopping).catch((error: unknown) => {
      if (!stopping.aborted) throw error;
    });
    if (isReady) return !stopping.aborted;
    if (performance.now() - saidAt > SAY_WHY_MS) {
      saidAt = performance.now();
      process.stderr.write(`Not ready yet: ${await reasons(installation)}\n`);
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

async function reasons({ readiness }: Installation): Promise<string> {
  const checks = await readiness.look();
  return failingOf(checks)
    .map((name) => `${name}: ${checks[name]?.detail}`)
    .join("; ");
}
