/**
 * Sends requests from the pool's process to the server. The pool's database role can read only the
 * pool's tables. Therefore, the pool asks the server who owns a mining name, and whether a
 * transaction is waiting for a block.
 */
import type { FromPool, ToPool } from "./process-messages.ts";
import { openPendingRequests } from "./pending-requests.ts";

export interface Parent {
  ownerOf(name: string): Promise<string | undefined>;
  isSomethingWaiting(): Promise<boolean>;
  /** Call this for every message from the parent. */
  receive(message: ToPool): void;
}

type Answer = Extract<ToPool, { readonly requestId: number }>;
type Question = { readonly kind: "owner"; readonly name: string } | { readonly kind: "waiting" };

/**
 * Cache duration for owners of mining names. Caching is safe because the owner of a mining name
 * never changes.
 */
const KNOWN_MS = 600_000;
const UNKNOWN_MS = 5_000;
const NAMES_MAX = 10_000;

export function askParent(say: (message: FromPool) => void, nowMs: () => number): Parent {
  const questions = openPendingRequests<Answer>("server");
  const owners = new Map<
    string,
    { readonly userId: string | undefined; readonly untilMs: number }
  >();

  /**
   * Pending requests by name. When a farm reconnects, many machines look up the same name at once.
   */
  const asking = new Map<string, Promise<string | undefined>>();

  const ask = (question: Question): Promise<Answer> =>
    questions.send((requestId) => say({ ...question, requestId }));

  const askOwner = async (name: string): Promise<string | undefined> => {
    const answer = await ask({ kind: "owner", name });
    if (answer.kind !== "owner") throw new Error("the server could not look up the name");
    const userId = answer.userId ?? undefined;
    if (owners.size >= NAMES_MAX) owners.clear();
    owners.set(name, { userId, untilMs: nowMs() + (userId ? KNOWN_MS : UNKNOWN_MS) });
    return userId;
  };

  return {
    async ownerOf(name) {
      const cached = owners.get(name);
      if (cached && cached.untilMs > nowMs()) return cached.userId;
      const request = asking.get(name) ?? askOwner(name).finally(() => asking.delete(name));
      asking.set(name, request);
      return request;
    },
    async isSomethingWaiting() {
      const answer = await ask({ kind: "waiting" });
      return answer.kind === "waiting" && answer.isWaiting;
    },
    receive(message) {
      if ("requestId" in message) questions.receive(message.requestId, message);
    },
  };
}
