/**
 * How many notices and messages came since the activity list was last open; the badge of the bell.
 */
import { useCallback, useState } from "react";
import { useNotices } from "./notice-log.ts";

const KEY = "activity-seen:";

/** `at` in milliseconds since 1970; messages count only while they are unread. */
export function unseenCount(
  notices: readonly { at: number }[],
  messages: readonly { sentAt: string; readAt: string | null }[],
  seenAt: number,
): number {
  const fresh = notices.filter(({ at }) => at > seenAt).length;
  const unread = messages.filter(
    ({ sentAt, readAt }) => readAt === null && Date.parse(sentAt) > seenAt,
  ).length;
  return fresh + unread;
}

/** What one person has seen, another who comes to this browser has not. */
export function useUnseen(
  userId: string,
  messages: readonly { sentAt: string; readAt: string | null }[],
): {
  count: number;
  markSeen: () => void;
} {
  const notices = useNotices();
  const [marked, setMarked] = useState<{ readonly userId: string; readonly at: number }>();
  const seenAt = marked?.userId === userId ? marked.at : storedTime(userId);
  const markSeen = useCallback(() => {
    const now = Date.now();
    setMarked({ userId, at: now });
    try {
      localStorage.setItem(KEY + userId, String(now));
    } catch {
      // Storage refused: the mark holds until the page is closed.
    }
  }, [userId]);
  return { count: unseenCount(notices, messages, seenAt), markSeen };
}

function storedTime(userId: string): number {
  try {
    return Number(localStorage.getItem(KEY + userId) ?? 0) || 0;
  } catch {
    return 0;
  }
}
