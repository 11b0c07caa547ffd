/** What is swept one after the other: one that fails keeps none of the rest. */
import { endWith, type Failed, type Log } from "#platform";

/** Throws when any failed, of an outage too: a statement on one table alone may take too long. */
export async function sweepEach(
  log: Log,
  sweeps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failed: Failed[] = [];
  for (const [id, sweep] of Object.entries(sweeps)) {
    try {
      await sweep();
    } catch (error) {
      log.error({ error, id }, "this one was not swept, the others go on");
      failed.push({ id, reason: error instanceof Error ? error.message : "unknown" });
    }
  }
  endWith(failed);
}
