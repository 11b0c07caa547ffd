/**
 * Keeps the chat button's badge up to date on signed-in pages. The count is loaded once, and again
 * after each change that the live stream announces.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { setChatUnread } from "../../data/live/chat-state.ts";

export function useChatUnread(): void {
  const { data } = useQuery(apiQuery("getChat", { query: { limit: 1 } }));
  const unread = data?.unreadCount;
  useEffect(() => {
    if (unread === undefined) return undefined;
    setChatUnread(unread);
    return () => setChatUnread(0);
  }, [unread]);
}
