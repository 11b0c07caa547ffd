/**
 * A conversation as it stands: history, who is here, what is unread. The stream tells of news;
 * without it, it is asked for.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnection } from "../../data/live/connection.ts";
import type { ChatMessage, ChatSource } from "./chat-source.ts";
import { storedVisitorToken } from "./visitor-key.ts";

/**
 * While something happens in the open conversation; a class room behind one address shares its
 * requests.
 */
const BUSY_MS = 4_000;
/** Else, and with the stream, which tells of news: then only who is here must be asked for. */
const QUIET_MS = 15_000;
/** So long after a message the next one is expected. */
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
    // Not at all in a hidden tab: that is the default of the queries.
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
 * Whether the newest message is a recent one, by this browser's clock from when it was first seen.
 */
function useRecency(): (messages: readonly ChatMessage[] | undefined) => boolean {
  const seen = useRef<{ position: number; at: number }>(undefined);
  return (messages) => {
    if (messages === undefined) return false;
    const { position, at } = messages.at(-1) ?? NONE;
    // What stands there at first sight may be old.
    if (seen.current === undefined) seen.current = { position, at: Date.parse(at) };
    else if (seen.current.position !== position) seen.current = { position, at: Date.now() };
    return Date.now() - seen.current.at < RECENT_MS;
  };
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

/**
 * Told once for each position; one that was lost is told again after the next answer of the server.
 */
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
