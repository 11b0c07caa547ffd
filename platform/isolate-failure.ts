/**
 * Keeps one row that cannot be worked on from stopping all the others of a worker's round. It is
 * tried again in every round, and the round that gathers such failures ends with them, so that
 * whoever looks at the worker sees why.
 */
import type { Log } from "./process/log.ts";
import { Outage } from "./errors/refusal.ts";

export interface Failed {
  readonly id: string;
  readonly reason: string;
}

/** Logs and passes over everything but an Outage, which ends the round. */
export async function isolateFailure(
  { log, failed }: { readonly log: Log; readonly failed?: Failed[] },
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Outage) throw error;
    log.error({ error, id }, "this one failed, the others go on");
    failed?.push({ id, reason: error instanceof Error ? error.message : "unknown" });
  }
}

/** The last of a round: throws when any was passed over, with the first of them. */
export function endWith(failed: readonly Failed[]): void {
  const [first] = failed;
  if (first) throw new Error(`${failed.length} failed, ${first.id}: ${first.reason}`);
}
