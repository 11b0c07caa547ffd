/**
 * Provides the current state of a conversation: history, presence and unread count. The live stream
 * announces changes. While it is disconnected, the conversation is polled instead.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnection } from "../../data/live/connection.ts";
import type { ChatMessage, ChatSource } from "./chat-source.ts";
import { storedVisitorToken } from "./visitor-key.ts";

/**
 * Polling interval of an open conversation with recent activity. A shorter interval could exceed
 * the rate limit, which all users behind one IP address (such as a classroom) share.
 */
const BUSY_MS = 4_000;
/**
 * Polling interval in all other cases. While the live stream is connected, only presence has to be
 * polled.
 */
const QUIET_MS = 15_000;
/** Time after a message during which a reply is likely. */
const RECENT_MS = 120_000;
const NONE = { position: 0, at: "1970-01-01T00:00:00Z" };

export function useConversation(source: ChatSource, isOpen: boolean) {
  const { state } = useConnection();
  const isVisitor = source.queryKey[0] === "readVisitorChat";
  const isLive = state === "live" && !isVisitor;
  const isRecent = useRecency();
  const query = useInfiniteQuery({
    queryKey: source.queryKey,
    queryFn: ({ pageParam }) => source.load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The query client does not poll in a hidden tab.
    refetchInterval({ state: { data } }) {
      const page = data?.pages[0];
      const hasNews = isRecent(page?.messages);
      if (isVisitor && (page?.chatId ?? null) === null && storedVisitorToken() === undefined)
        return false;
      if (page?.isOtherTyping === true) return BUSY_MS;
      return !isLive && isOpen && hasNews ? BUSY_MS : QUIET_MS;
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

/**
 * Returns a function that reports whether the newest message is recent. Its age is counted from the
 * time when this browser first saw it, because the browser's clock may be wrong.
 */
function useRecency(): (messages: readonly ChatMessage[] | undefined) => boolean {
  const seen = useRef<{ position: number; at: number }>(undefined);
  return (messages) => {
    if (messages === undefined) return false;
    const { position, at } = messages.at(-1) ?? NONE;
    // The first loaded message may be old, so use the time in the message instead.
    if (seen.current === undefined) seen.current = { position, at: Date.parse(at) };
    else if (seen.current.position !== position) seen.current = { position, at: Date.now() };
    return Date.now() - seen.current.at < RECENT_MS;
  };
}

/** Refetches when the conversation opens, because a closed conversation is polled less often. */
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

/**
 * Sends one read mark per position. A failed read mark is resent after the server's next response.
 */
function useReadMark(
  source: ChatSource,
  sight: {
    isOpen: boolean;
    chatId: string;
    position: number;
    unread: number;
    /** Time of the server's last response, in milliseconds since 1970. */
    heardAt: number;
    refetch: () => Promise<unknown>;
  },
): void {
  const { isOpen, chatId, position, unread, heardAt, refetch } = sight;
  const lastMark = useRef<{ place: string; lostAt?: number }>({ place: "" });
  useEffect(() => {
    if (!isOpen || unread === 0) return undefined;
    const mark = () => {
      const place = `${chatId} ${position}`;
      const { place: earlier, lostAt = heardAt } = lastMark.current;
      if (document.visibilityState !== "visible" || (earlier === place && lostAt === heardAt))
        return;
      lastMark.current = { place };
      void source.markRead(position).then(refetch, () => {
        lastMark.current = { place, lostAt: heardAt };
      });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [source, isOpen, chatId, position, unread, heardAt, refetch]);
}
