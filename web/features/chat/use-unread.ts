/**
 * Keeps the badge of the chat button up to date on signed-in pages. Reads the count once, and again
 * when the live stream announces a change.
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
