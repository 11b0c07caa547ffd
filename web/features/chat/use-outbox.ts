/** Sends messages one after another. Failed messages are kept and retried with the same id. */
import { useState, useSyncExternalStore } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { randomUuid } from "../../data/api/random-uuid.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import type { ChatSource, NewMessage } from "./chat-source.ts";
import { chatTexts as texts } from "./strings.ts";
import { unsentList, type UnsentList } from "./unsent-list.ts";

/**
 * `shared` is the list of unsent messages if the conversation may be remounted before the response
 * arrives.
 */
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
      // Keep the message in the list until the history contains it.
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
