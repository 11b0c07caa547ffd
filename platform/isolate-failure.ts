/**
 * Keeps one row that cannot be worked on from stopping all the others of a worker's round. It is
 * tried again in every round.
 */
import type { Log } from "./process/log.ts";
import { Outage } from "./errors/refusal.ts";

/** Logs and passes over everything but an Outage, which ends the round. */
export async function isolateFailure(
  { log }: { readonly log: Log },
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Outage) throw error;
    log.error({ error, id }, "this one failed, the others go on");
  }
}
