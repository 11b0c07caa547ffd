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
    position: newest?.messages.at(-1)?.position ?? 0,
    unread: newest?.unreadCount ?? 0,
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

function useReadMark(
  source: ChatSource,
  sight: { isOpen: boolean; position: number; unread: number; refetch: () => Promise<unknown> },
): void {
  const { isOpen, position, unread, refetch } = sight;
  useEffect(() => {
    if (!isOpen || unread === 0) return undefined;
    let isOver = false;
    const mark = () => {
      if (document.visibilityState !== "visible" || isOver) return;
      isOver = true;
      // A mark that is lost is set with the next answer of the server.
      void source.markRead(position).then(refetch, () => {});
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", mark);
    };
  }, [source, isOpen, position, unread, refetch]);
}
