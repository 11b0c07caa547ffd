/** Runs sweeps one after the other. If a sweep fails, the remaining sweeps still run. */
import { endWith, type Failed, type Log } from "#platform";

/**
 * Runs every sweep, then throws the first error. Continues even after an outage, because the outage
 * may be a timeout of a single SQL statement, which affects only one table.
 */
export async function sweepEach(
  log: Log,
  sweeps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failed: Failed[] = [];
  for (const [id, sweep] of Object.entries(sweeps)) {
    try {
      await sweep();
    } catch (error) {
      log.error({ error, id }, "one sweep failed; the others continue");
      failed.push({ id, reason: error instanceof Error ? error.message : "unknown" });
    }
  }
  endWith(failed);
}
