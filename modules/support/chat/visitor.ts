/**
 * Identifies a visitor before sign-in by a random token, which is stored only in the visitor's tab.
 * The database stores the token's hash until a day after the last message.
 */
import { createHash } from "node:crypto";
import { chatLimits } from "#api/limits";
import type { Clock, Database } from "#platform";
import { deleteVisitorChats, type Chat, type ChatOwner } from "./chats-table.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function visitorOf(token: string): ChatOwner {
  return { tokenHash: createHash("sha256").update(token).digest() };
}

export function visitorUntilFrom(now: Date): Date {
  return new Date(now.getTime() + chatLimits.visitorHours * HOUR_MS);
}

export function isEnded({ visitorUntil }: Pick<Chat, "visitorUntil">, now: Date): boolean {
  return visitorUntil !== null && visitorUntil <= now;
}

/** Deletes a visitor's conversation some time after its last message. Called by a worker. */
export async function sweepVisitorChats({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  const ageMs = chatLimits.visitorChatDays * DAY_MS;
  await deleteVisitorChats(database, new Date(clock.now().getTime() - ageMs));
}
