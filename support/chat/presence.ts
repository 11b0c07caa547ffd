/**
 * Who is here now, and who is typing: kept in memory, because it is true only while this process has their streams. Nothing
 * of it is ever shown longer than it holds.
 */
import { chatLimits } from "#api-schema/limits";

export type ChatSide = "user" | "administrator";

export interface Presence {
  /** Somebody opened a stream; call the answer once when it closes. */
  enter(person: { readonly userId: string; readonly isAdmin: boolean }): () => void;
  isHere(userId: string): boolean;
  /** Whether an administrator other than this user has a stream open. */
  isStaffHere(exceptUserId?: string): boolean;
  /** False when it is known already, so that nobody need be told again. */
  noteTyping(chatId: string, side: ChatSide, now: Date): boolean;
  stopTyping(chatId: string, side: ChatSide): void;
  isTyping(chatId: string, side: ChatSide, now: Date): boolean;
}

const TYPING_MS = chatLimits.typingSeconds * 1_000;
/** Told again while it goes on, so that it does not run out in between. */
const TYPING_NEWS_MS = TYPING_MS / 3;

export function createPresence(): Presence {
  const here = new Set<{ readonly userId: string; readonly isAdmin: boolean }>();
  const typingSince = new Map<string, number>();
  const keyOf = (chatId: string, side: ChatSide) => `${chatId} ${side}`;
  const some = (test: (person: { userId: string; isAdmin: boolean }) => boolean) =>
    [...here].some(test);
  return {
    enter({ userId, isAdmin }) {
      const person = { userId, isAdmin };
      here.add(person);
      return () => void here.delete(person);
    },
    isHere: (userId) => some((person) => person.userId === userId),
    isStaffHere: (exceptUserId) =>
      some(({ userId, isAdmin }) => isAdmin && userId !== exceptUserId),
    noteTyping(chatId, side, now) {
      const nowMs = now.getTime();
      for (const [key, sinceMs] of typingSince)
        if (nowMs - sinceMs >= TYPING_MS) typingSince.delete(key);
      const key = keyOf(chatId, side);
      const isNews = nowMs - (typingSince.get(key) ?? 0) >= TYPING_NEWS_MS;
      if (isNews) typingSince.set(key, nowMs);
      return isNews;
    },
    stopTyping: (chatId, side) => void typingSince.delete(keyOf(chatId, side)),
    isTyping: (chatId, side, now) =>
      now.getTime() - (typingSince.get(keyOf(chatId, side)) ?? 0) < TYPING_MS,
  };
}
