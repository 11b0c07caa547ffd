/** Sends numbered requests to another process over a channel, each with a timeout. */
import { Outage } from "#platform";

export interface PendingRequests<Answer> {
  /**
   * Sends a request by calling `put` with the request's number. Throws an Outage if no response
   * arrives in time.
   */
  send(put: (id: number) => void): Promise<Answer>;
  receive(id: number, answer: Answer): void;
}

const ANSWER_MS_MAX = 5_000;
const ASKING_MAX = 200;

/**
 * Creates an empty list of pending requests. Error messages use `whom` as the name of the other
 * process.
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
