/** A conversation as it stands: history, who is here, what is unread. The stream tells of news; without it, it is asked for. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnection } from "../live/connection.ts";
import type { ChatSource } from "./chat-source.ts";

/** With the stream only who is here must be asked for. */
const LIVE_MS = 15_000;
const POLL_MS = 3_000;
const CLOSED_MS = 10_000;

export function useConversation(source: ChatSource, isOpen: boolean) {
  const { state } = useConnection();
  const isLive = state === "live" && source.queryKey[0] !== "readVisitorChat";
  const query = useInfiniteQuery({
    queryKey: source.queryKey,
    queryFn: ({ pageParam }) => source.load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => {
      if (isLive) return data?.pages[0]?.isOtherTyping === true ? POLL_MS : LIVE_MS;
      return isOpen ? POLL_MS : CLOSED_MS;
    },
  });
  const newest = query.data?.pages[0];
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  useFreshOnOpen(isOpen, query.refetch);
  useReadMark(source, {
    isOpen,
    chatId: newest?.chatId ?? "",
    position: newest?.messages.at(-1)?.position ?? 0,
    unread: newest?.unreadCount ?? 0,
    heardAt: query.dataUpdatedAt,
    refetch: query.refetch,
  });
  return { query, newest, messages };
}

/** While it is out of sight not everything that happens in it is asked for. */
function useFreshOnOpen(
  isOpen: boolean,
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>,
): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) void refetch({ cancelRefetch: false });
    wasOpen.current = isOpen;
  }, [isOpen, refetch]);
}

/** Told once for each position; one that was lost is told again after the next answer of the server. */
function useReadMark(
  source: ChatSource,
  sight: {
    isOpen: boolean;
    chatId: string;
    position: number;
    unread: number;
    /** When the server was last heard, milliseconds since 1970. */
    heardAt: number;
    refetch: () => Promise<unknown>;
  },
): void {
  const { isOpen, chatId, position, unread, heardAt, refetch } = sight;
  const told = useRef("");
  useEffect(() => {
    if (!isOpen || unread === 0) return undefined;
    const mark = () => {
      const place = `${chatId} ${position}`;
      if (document.visibilityState !== "visible" || told.current === place) return;
      told.current = place;
      void source.markRead(position).then(refetch, () => {
        told.current = "";
      });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [source, isOpen, chatId, position, unread, heardAt, refetch]);
}
