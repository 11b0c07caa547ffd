/**
 * How many notices and messages came since the activity list was last open; the badge of the bell.
 */
import { useCallback, useState } from "react";
import { useNotices } from "./notice-log.ts";

const KEY = "activity-seen:";

interface Message {
  readonly sentAt: string;
  readonly readAt: string | null;
}

/**
 * In milliseconds since 1970: notices by the browser's clock, which makes them, messages by the
 * server's, as the newest one was sent.
 */
export interface Seen {
  readonly noticesUntil: number;
  readonly messagesUntil: number;
}

/** Messages count only while they are unread. */
export function unseenCount(
  notices: readonly { at: number }[],
  messages: readonly Message[],
  { noticesUntil, messagesUntil }: Seen,
): number {
  const fresh = notices.filter(({ at }) => at > noticesUntil).length;
  const unread = messages.filter(
    ({ sentAt, readAt }) => readAt === null && Date.parse(sentAt) > messagesUntil,
  ).length;
  return fresh + unread;
}

/** What one person has seen, another who comes to this browser has not. */
export function useUnseen(
  userId: string,
  messages: readonly Message[],
): {
  count: number;
  markSeen: () => void;
} {
  const notices = useNotices();
  const [marked, setMarked] = useState<{ readonly userId: string; readonly seen: Seen }>();
  const seen = marked?.userId === userId ? marked.seen : storedSeen(userId);
  const markSeen = useCallback(() => {
    const { messagesUntil } = storedSeen(userId);
    const sent = messages.map(({ sentAt }) => Date.parse(sentAt));
    const next = {
      noticesUntil: Date.now(),
      messagesUntil: Math.max(messagesUntil, ...sent),
    };
    setMarked({ userId, seen: next });
    try {
      localStorage.setItem(KEY + userId, `${next.noticesUntil} ${next.messagesUntil}`);
    } catch {
      // Storage refused: the mark holds until the page is closed.
    }
  }, [userId, messages]);
  return { count: unseenCount(notices, messages, seen), markSeen };
}

/** A lone time is of before the two were told apart. */
function storedSeen(userId: string): Seen {
  try {
    const times = (localStorage.getItem(KEY + userId) ?? "").split(" ").map(Number);
    const [noticesUntil = 0, messagesUntil = noticesUntil] = times;
    return { noticesUntil: noticesUntil || 0, messagesUntil: messagesUntil || 0 };
  } catch {
    return { noticesUntil: 0, messagesUntil: 0 };
  }
}
