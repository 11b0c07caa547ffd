/**
 * Counts the messages that arrived since the activity list was last open. The bell shows this
 * number as a badge.
 */
import { useCallback, useState } from "react";

const KEY = "activity-seen:";

interface Message {
  readonly sentAt: string;
  readonly readAt: string | null;
}

/**
 * Returns the number of unread messages sent after `seenUntil`, in milliseconds since 1970 by the
 * server's clock. Notices in this tab are not counted, because the user saw each of them as a
 * toast.
 */
export function unseenCount(messages: readonly Message[], seenUntil: number): number {
  return messages.filter(({ sentAt, readAt }) => readAt === null && Date.parse(sentAt) > seenUntil)
    .length;
}

/** The mark is stored per user, because several users may share a browser. */
export function useUnseen(
  userId: string,
  messages: readonly Message[],
): {
  count: number;
  markSeen: () => void;
} {
  const [mark, setMark] = useState<{ readonly userId: string; readonly seenUntil: number }>();
  const seenUntil = mark?.userId === userId ? mark.seenUntil : storedMark(userId);
  const markSeen = useCallback(() => {
    const newest = Math.max(
      storedMark(userId),
      ...messages.map(({ sentAt }) => Date.parse(sentAt)),
    );
    setMark({ userId, seenUntil: newest });
    try {
      localStorage.setItem(KEY + userId, String(newest));
    } catch {
      // Storage is unavailable, so the mark lasts until the page is closed.
    }
  }, [userId, messages]);
  return { count: unseenCount(messages, seenUntil), markSeen };
}

/**
 * Returns the stored mark. Earlier versions stored two times, of which the second one was for
 * messages.
 */
function storedMark(userId: string): number {
  try {
    return Number((localStorage.getItem(KEY + userId) ?? "").split(" ").at(-1)) || 0;
  } catch {
    return 0;
  }
}
