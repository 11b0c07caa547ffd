/** Keeps one row that cannot be booked, signed or sent from stopping all the others. It is tried again in every round. */
import { Outage } from "#platform";
import type { WalletParts } from "./parts.ts";

/** Logs and passes over everything but an Outage, which ends the round. */
export async function oneByOne(
  { log }: Pick<WalletParts, "log">,
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
