/** Shows the chat that is open at the support desk, with live updates. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../data/api/call.ts";
import { Conversation } from "../../features/chat/Conversation.tsx";
import { deskChat } from "../../features/chat/chat-source.ts";
import { chatDeskTexts as texts } from "./strings.ts";
import type { Draft } from "./use-drafts.ts";
import { WriterLink } from "./WriterLink.tsx";
import { writerOf } from "./writer.ts";

export function OpenChat({ chatId, draft }: { chatId: string; draft: Draft }) {
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
      <h3 className="border-b border-line px-4 py-2 text-sm font-semibold wrap-anywhere">
        {chat === undefined ? texts.conversation : <WriterLink {...chat} />}
      </h3>
      <Conversation
        source={source}
        isOpen
        isFocused
        draft={draft}
        here={texts.here}
        away={chat?.userId === null ? texts.visitor : texts.away}
      />
    </section>
  );
}
