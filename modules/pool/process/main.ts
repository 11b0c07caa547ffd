/**
 * Entry point of the pool's process, the only process that miners connect to. Its database role can
 * access only the pool's tables. The process has no keys, moves no money and exits when its parent
 * process exits.
 */
import type { FromPool, PoolSettings, ToPool } from "./process-messages.ts";
import { openPool } from "./open-pool.ts";
import { Outage, StartError } from "#platform";

const settings = JSON.parse(process.env["POOL_SETTINGS"] ?? "{}") as PoolSettings;
const STOP_MS_MAX = 6_000;

function say(message: FromPool): void {
  if (process.connected) process.send?.(message, () => undefined);
}

// A signal such as Ctrl-C reaches all processes of the group. Ignore it, because the parent process
// decides when the pool exits.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
if (!process.connected) process.exit(0);
try {
  const pool = await openPool(settings, say);
  process.on("message", (message) => pool.receive(message as ToPool));
  process.on("disconnect", () => {
    setTimeout(() => process.exit(0), STOP_MS_MAX).unref();
    void pool.stop().finally(() => process.exit(0));
  });
  if (!process.connected) process.exit(0);
  say({ kind: "ready", ...pool.ports });
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof Outage)) throw error;
  const reason =
    error instanceof StartError
      ? error.message
      : `The database did not answer while the pool started (${error.message}).`;
  const unfit: FromPool = { kind: "unfit", reason };
  process.send?.(unfit, () => process.exit(1));
}
