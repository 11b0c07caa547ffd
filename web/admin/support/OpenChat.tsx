/** The conversation of the chat that is open at the desk, live. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../api.ts";
import { Conversation } from "../../chat/Conversation.tsx";
import { deskChat } from "../../chat/chat-source.ts";
import { chatDeskTexts as texts } from "./strings.ts";
import { writerOf } from "./writer.ts";

export function OpenChat({ chatId }: { chatId: string }) {
  const source = useMemo(() => deskChat(chatId), [chatId]);
  const { data: chat } = useQuery({
    queryKey: ["getDeskChat", chatId, "writer"],
    queryFn: () => api("getDeskChat", { params: { chatId }, query: { limit: 1 } }),
  });
  return (
    <section
      aria-label={chat === undefined ? texts.conversation : texts.with(writerOf(chat))}
      className="flex h-[560px] min-w-0 flex-col"
    >
      <Conversation
        source={source}
        isOpen
        isFocused
        here={texts.here}
        away={chat?.userId === null ? texts.visitor : texts.away}
      />
    </section>
  );
}
