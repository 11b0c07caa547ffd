/** Starts the installation, or what `--only` names of it, in one process: what `npm start` runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { createLog, readConfig, secretsOf, StartError } from "#platform";
import { becomesReady } from "./becomes-ready.ts";
import { openInstallation } from "./open-installation.ts";
import { assertShared, readRoles } from "./roles.ts";

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
