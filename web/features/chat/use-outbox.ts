/**
 * What was written and has not arrived yet: sent one after another, kept when it failed, with the
 * same id at every attempt.
 */
import { useState, useSyncExternalStore } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { randomUuid } from "../../data/api/random-uuid.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import type { ChatSource, NewMessage } from "./chat-source.ts";
import { chatTexts as texts } from "./strings.ts";
import { unsentList, type UnsentList } from "./unsent-list.ts";

/** `shared`: of a conversation that may be drawn anew before the answer comes. */
export function useOutbox(
  source: ChatSource,
  onSent: () => Promise<unknown>,
  shared: UnsentList | undefined,
) {
  const [own] = useState(unsentList);
  const list = shared ?? own;
  const unsent = useSyncExternalStore(list.subscribe, list.read);
  const attempt = async (message: NewMessage) => {
    try {
      await source.send(message);
      // It stays in sight until it stands in the history.
      await onSent();
      list.drop(message.clientMessageId);
    } catch (error) {
      const problem = asApiError(error).text;
      list.put({ ...message, problem });
      if (!list.isDrawn())
        toast({ title: texts.failedTitle, description: problem, variant: "destructive" });
    }
  };
  const send = ({ text, clientMessageId }: NewMessage) => {
    const message = { text, clientMessageId };
    list.put({ ...message, problem: undefined });
    list.inTurn(() => attempt(message));
  };
  return {
    unsent,
    send: (text: string) => send({ text, clientMessageId: randomUuid() }),
    retry: send,
    discard: list.drop,
  };
}
