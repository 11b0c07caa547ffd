/**
 * Prevents a failing row from blocking the other rows of a worker's round. The row is retried in
 * every round. A round with failed rows throws an error at its end, so that the worker's status
 * shows the cause.
 */
import type { Log } from "./process/log.ts";
import { Outage } from "./errors/refusal.ts";

export interface Failed {
  readonly id: string;
  readonly reason: string;
}

/**
 * Runs the work for one row. Logs and collects any error except an Outage, which ends the round.
 */
export async function isolateFailure(
  { log, failed }: { readonly log: Log; readonly failed?: Failed[] },
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Outage) throw error;
    log.error({ error, id }, "one row failed; the others continue");
    failed?.push({ id, reason: error instanceof Error ? error.message : "unknown" });
  }
}

/** Throws the first collected failure, if any. */
export function endWith(failed: readonly Failed[]): void {
  const [first] = failed;
  if (first) throw new Error(`${failed.length} failed, ${first.id}: ${first.reason}`);
}
