/** The mailbox over HTTP. */
import type { Bus, Clock, Database } from "#platform";
import type { notificationsApi } from "#api-schema/notifications";
import type { Handlers } from "#api-schema/route";
import { countUnread, findLetters, markRead } from "./letters/letters-table.ts";
import { notificationRefusals } from "./refusals.ts";

export interface NotificationsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

const LETTER_ID = /^ltr_[0-9a-f]{32}$/;

export function notificationsRoutes({
  database,
  clock,
  bus,
}: NotificationsParts): Handlers<typeof notificationsApi> {
  return {
    async listMailbox({ caller, query }) {
      if (query.cursor !== undefined && !LETTER_ID.test(query.cursor))
        throw notificationRefusals.bad_cursor();
      const { userId } = caller;
      const letters = await findLetters(database, {
        userId,
        beforeId: query.cursor,
        template: query.template,
        limit: query.limit + 1,
      });
      const items = letters.slice(0, query.limit);
      return {
        items,
        nextCursor: letters.length > items.length ? (items.at(-1)?.id ?? null) : null,
        unreadCount: await countUnread(database, userId),
      };
    },

    async readLetter({ caller, params }) {
      if (!LETTER_ID.test(params.letterId)) throw notificationRefusals.letter_not_found();
      const { userId } = caller;
      const { letterId } = params;
      const letter = await markRead(database, { userId, letterId, now: clock.now() });
      if (!letter) throw notificationRefusals.letter_not_found();
      bus.publish("me", { userId, what: "mailbox" });
      return letter;
    },
  };
}
