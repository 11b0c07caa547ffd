/** Sends numbered requests to the process at the other end of the channel, each with a timeout. */
import { Outage } from "#platform";

export interface PendingRequests<Answer> {
  /**
   * Sends a request: `put` sends it with the given number. Throws an Outage if no response arrives
   * in time.
   */
  send(put: (id: number) => void): Promise<Answer>;
  receive(id: number, answer: Answer): void;
}

const ANSWER_MS_MAX = 5_000;
const ASKING_MAX = 200;

/**
 * Creates the list of pending requests. `whom` is the name of the other process in error messages.
 */
export function openPendingRequests<Answer>(whom: string): PendingRequests<Answer> {
  const asking = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  return {
    send(put) {
      if (asking.size >= ASKING_MAX)
        return Promise.reject(new Outage(whom, "too many requests at once"));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          asking.delete(id);
          reject(new Outage(whom, "it did not answer"));
        }, ANSWER_MS_MAX);
        asking.set(id, (answer) => {
          clearTimeout(timer);
          asking.delete(id);
          resolve(answer);
        });
        put(id);
      });
    },
    receive: (id, answer) => asking.get(id)?.(answer),
  };
}
