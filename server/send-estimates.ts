/**
 * Sends users the expected earnings of their rigs. Each user's estimate is read once for all
 * streams of that user. Only a few estimates are read at the same time, so that many open tabs do
 * not overload the database.
 */
import type { Log } from "#platform";
import { send, type Client, type Clients } from "./stream-client.ts";

export interface EstimateDeps {
  readonly log: Log;
  /** The user's estimated earnings in satoshis per day. */
  readonly estimatedDailySats: (userId: string) => Promise<bigint>;
}

const AT_ONCE = 4;

/**
 * Sends the estimates. Never throws: if an estimate cannot be read, it is sent in the next round.
 */
export async function sendEstimates(clients: Clients, deps: EstimateDeps): Promise<void> {
  const watching = [...clients].flatMap(({ caller, topics }) =>
    caller && topics.has("mining") ? [caller.userId] : [],
  );
  const waiting = new Set(watching).values();
  const workOff = async () => {
    for (const userId of waiting) await sendEstimate(clients, userId, deps);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

async function sendEstimate(
  clients: Clients,
  userId: string,
  { estimatedDailySats, log }: EstimateDeps,
): Promise<void> {
  const watches = ({ topics }: Client) => topics.has("mining");
  // The user may have disconnected while other estimates were read.
  if (![...clients.of(userId)].some(watches)) return;
  try {
    const data = { estimatedDailySats: Number(await estimatedDailySats(userId)) };
    for (const client of clients.of(userId))
      if (watches(client)) send(client, { type: "event", topic: "mining", data });
  } catch (error) {
    log.warn({ err: error }, "estimate not sent");
  }
}
