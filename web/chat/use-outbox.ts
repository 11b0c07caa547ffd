/**
 * What was written and has not arrived yet: sent one after another, kept when it failed, with the
 * same id at every attempt.
 */
import { useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { randomUuid } from "../api/random-uuid.ts";
import type { ChatSource, NewMessage } from "./chat-source.ts";

export interface Unsent extends NewMessage {
  /** Why it failed; undefined while it is under way. */
  readonly problem: string | undefined;
}

export function useOutbox(source: ChatSource, onSent: () => Promise<unknown>) {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const queue = useRef(Promise.resolve());

  const drop = (id: string) =>
    setUnsent((all) => all.filter(({ clientMessageId }) => clientMessageId !== id));
  const put = (message: NewMessage, problem: string | undefined) =>
    setUnsent((all) => {
      const next = { ...message, problem };
      const isKnown = all.some((one) => one.clientMessageId === message.clientMessageId);
      if (!isKnown) return [...all, next];
      return all.map((one) => (one.clientMessageId === message.clientMessageId ? next : one));
    });
  const attempt = async ({ text, clientMessageId }: NewMessage) => {
    const message = { text, clientMessageId };
    try {
      await source.send(message);
      // It stays in sight until it stands in the history.
      await onSent();
      drop(clientMessageId);
    } catch (error) {
      put(message, asApiError(error).text);
    }
  };
  const send = (message: NewMessage) => {
    put(message, undefined);
    queue.current = queue.current.then(() => attempt(message));
  };
  return {
    unsent,
    send: (text: string) => send({ text, clientMessageId: randomUuid() }),
    retry: send,
    discard: drop,
  };
}
