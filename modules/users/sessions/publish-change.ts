/**
 * Publishes a user's change after the commit, so that the sockets of ended sessions close and
 * cached callers are dropped.
 */
import type { UsersDeps } from "../deps/users-deps.ts";

export function publishChange(
  { bus, callerCache }: Pick<UsersDeps, "bus" | "callerCache">,
  {
    userId,
    endedSessions = [],
    notifiedIds = [],
  }: {
    userId: string;
    endedSessions?: readonly string[];
    notifiedIds?: readonly string[] | undefined;
  },
): void {
  callerCache.dropUser(userId);
  if (endedSessions.length > 0) bus.publish("session-ended", { sessionIds: endedSessions });
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
  for (const administrator of notifiedIds)
    bus.publish("me", { userId: administrator, what: "mailbox" });
}
