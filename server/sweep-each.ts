/** Runs sweeps one after the other. One that fails does not stop the others. */
import { endWith, type Failed, type Log } from "#platform";

/**
 * Throws if any sweep failed, also after an outage: the statement of a single table may time out.
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
