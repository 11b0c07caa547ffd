/**
 * Messages that are not yet delivered. The list can outlive its conversation component, because an
 * administrator can open another conversation while a message is being sent.
 */
import type { NewMessage } from "./chat-source.ts";

export interface Unsent extends NewMessage {
  /** Reason why sending failed. Undefined while the message is being sent. */
  readonly problem: string | undefined;
}

export interface UnsentList {
  readonly read: () => readonly Unsent[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly isDrawn: () => boolean;
  readonly put: (message: Unsent) => void;
  readonly drop: (clientMessageId: string) => void;
  readonly inTurn: (attempt: () => Promise<void>) => void;
}

export function unsentList(): UnsentList {
  let all: readonly Unsent[] = [];
  let queue = Promise.resolve();
  const listeners = new Set<() => void>();
  const set = (next: readonly Unsent[]) => {
    all = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isDrawn: () => listeners.size > 0,
    put(message) {
      const isThis = (one: Unsent) => one.clientMessageId === message.clientMessageId;
      set(all.some(isThis) ? all.map((one) => (isThis(one) ? message : one)) : [...all, message]);
    },
    drop: (id) => set(all.filter(({ clientMessageId }) => clientMessageId !== id)),
    inTurn(attempt) {
      queue = queue.then(attempt);
    },
  };
}
