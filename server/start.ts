/**
 * The program that `npm start` runs. It starts the whole installation in one process, or only the
 * roles named by `--only`.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createLog,
  openLogFile,
  readConfig,
  secretsOf,
  StartError,
  type Config,
  type Log,
} from "#platform";
import { waitUntilReady } from "./wait-until-ready.ts";
import { openInstallation } from "./open-installation.ts";
import { assertShared, readRoles } from "./roles.ts";
import { lineOfFailure } from "./start-failure.ts";

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
  const endWithLine = (error: unknown) => failStart(error, config);
  process.on("uncaughtException", endWithLine);
  const log = openLog(config);
  const stopping = new AbortController();
  const opening = openInstallation(config, log, { roles });
  for (const signal of EXIT_SIGNALS) {
    process.on(signal, () => {
      // A second signal ends the process at once, because the operator does not want to wait for
      // the stop.
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
      void stopWhenOpen(opening, config.stopWaitSeconds);
    });
  }
  const installation = await opening.catch(endWithLine);
  if (!(await waitUntilReady(installation, stopping.signal))) return;
  if (installation.setupUrl) {
    process.stdout.write(
      `There is no administrator yet. The account that opens this link becomes one. It works once and within a day:\n  ${installation.setupUrl}\n`,
    );
  }
  process.off("uncaughtException", endWithLine);
  process.on("uncaughtExceptionMonitor", (error) => log.fatal({ error }, "the program failed"));
  const what = roles.serves ? "" : " (/readyz and /metrics)";
  process.stdout.write(`Hashfloor ready at ${installation.url}${what}\n`);
}

/**
 * Opens the log. In a terminal, standard output is for messages to the operator, so the log is
 * written to a file. In other environments, such as containers and systemd, the log is written to
 * standard output.
 */
function openLog(config: Config): Log {
  const { logLevel, dataDir } = config;
  const secrets = secretsOf(config);
  if (!process.stdout.isTTY) return createLog(logLevel, secrets);
  // Errors from writing to a closed terminal are ignored, so that the product can stop cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const file = openLogFile({
    folder: join(dataDir, "log"),
    notify: (text) => process.stderr.write(`${text}\n`),
  });
  process.stdout.write(
    `Starting Hashfloor with its data in ${dataDir}. Press Ctrl-C to stop it.\nThe log is in ${file.path}.\n`,
  );
  return createLog(logLevel, secrets, file);
}

/**
 * Handles errors until the start is complete. Prints one line for an error that the operator can
 * fix, or a stack trace for a bug.
 */
function failStart(error: unknown, config: Config): never {
  const line =
    lineOfFailure(error, config) ?? (error instanceof Error ? error.stack : String(error));
  process.stderr.write(`${line}\n`);
  process.exit(1);
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
