/**
 * Questions that only the server can answer, because the pool's role in the database sees the
 * pool's tables alone: whose a mining name is, and whether somebody waits for blocks.
 */
import type { FromPool, ToPool } from "./process-messages.ts";

export interface Parent {
  ownerOf(name: string): Promise<string | undefined>;
  isSomethingWaiting(): Promise<boolean>;
  /** Every message of the parent goes through here. */
  hear(message: ToPool): void;
}

type Answer = Extract<ToPool, { readonly requestId: number }>;
type Question = { readonly kind: "owner"; readonly name: string } | { readonly kind: "waiting" };

const ANSWER_MS_MAX = 5_000;
const ASKING_MAX = 200;
/** Mining names stay with their owners for ever. */
const KNOWN_MS = 600_000;
const UNKNOWN_MS = 5_000;
const NAMES_MAX = 10_000;

export function askParent(say: (message: FromPool) => void, nowMs: () => number): Parent {
  const asking = new Map<number, (answer: Answer) => void>();
  const owners = new Map<
    string,
    { readonly userId: string | undefined; readonly untilMs: number }
  >();
  let lastId = 0;

  const ask = (question: Question): Promise<Answer> => {
    if (asking.size >= ASKING_MAX) return Promise.reject(new Error("too many questions at once"));
    lastId += 1;
    const requestId = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        asking.delete(requestId);
        reject(new Error("the server did not answer"));
      }, ANSWER_MS_MAX);
      asking.set(requestId, (answer) => {
        clearTimeout(timer);
        asking.delete(requestId);
        resolve(answer);
      });
      say({ ...question, requestId });
    });
  };

  return {
    async ownerOf(name) {
      const known = owners.get(name);
      if (known && known.untilMs > nowMs()) return known.userId;
      const answer = await ask({ kind: "owner", name });
      if (answer.kind !== "owner") throw new Error("the server does not know now");
      const userId = answer.userId ?? undefined;
      if (owners.size >= NAMES_MAX) owners.clear();
      owners.set(name, { userId, untilMs: nowMs() + (userId ? KNOWN_MS : UNKNOWN_MS) });
      return userId;
    },
    async isSomethingWaiting() {
      const answer = await ask({ kind: "waiting" });
      return answer.kind === "waiting" && answer.isWaiting;
    },
    hear(message) {
      if ("requestId" in message) asking.get(message.requestId)?.(message);
    },
  };
}
