/** Starts the whole installation in one process: what `npm start` runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { createLog, readConfig, StartError } from "#platform";
import { openFloor } from "./floor.ts";

const READY_POLL_MS = 100;
const EXIT_SIGNALS = ["SIGINT", "SIGTERM"] as const;

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const opening = openFloor(config, log);
  let isStopping = false;
  for (const signal of EXIT_SIGNALS) {
    process.on(signal, () => {
      // A second signal is a person who does not want to wait.
      if (isStopping) process.exit(1);
      isStopping = true;
      void stopWhenOpen(opening);
    });
  }
  const floor = await opening;
  await untilReady(floor.url);
  if (floor.setupUrl) {
    process.stdout.write(
      `There is no administrator yet. This link makes the account that opens it one, once:\n  ${floor.setupUrl}\n`,
    );
  }
  process.stdout.write(`Hashfloor ready at ${floor.url}\n`);
}

async function stopWhenOpen(opening: ReturnType<typeof openFloor>): Promise<void> {
  try {
    const floor = await opening;
    await untilReady(floor.url);
    await floor.stop();
    process.exit(0);
  } catch {
    process.exit(1);
  }
}

/** The chain watcher and the workers have had their first look when this answers 200. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    if (answer.ok) return;
    await sleep(READY_POLL_MS);
  }
}
