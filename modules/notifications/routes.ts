import type { Bus, Clock, Database } from "#platform";
import type { notificationsApi } from "#api/notifications";
import type { Caller, Handlers } from "#api/route";
import { countUnread, findMessage, findMessages, markRead } from "./messages/messages-table.ts";
import { notificationRefusals } from "./refusals.ts";

export interface NotificationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  /** Returns true if the session has recently re-authenticated. */
  readonly isProven: (caller: Caller) => Promise<boolean>;
}

const MESSAGE_ID = /^ltr_[0-9a-f]{32}$/;

export function notificationsRoutes({
  database,
  clock,
  bus,
  isProven,
}: NotificationsDeps): Handlers<typeof notificationsApi> {
  return {
    async listMailbox({ caller, query }) {
      if (query.cursor !== undefined && !MESSAGE_ID.test(query.cursor))
        throw notificationRefusals.bad_cursor();
      const { userId } = caller;
      const messages = await findMessages(database, {
        userId,
        beforeId: query.cursor,
        template: query.template,
        limit: query.limit + 1,
        isProven: await isProven(caller),
      });
      const items = messages.slice(0, query.limit);
      return {
        items,
        nextCursor: messages.length > items.length ? (items.at(-1)?.id ?? null) : null,
        unreadCount: await countUnread(database, userId),
      };
    },

    async getMessage({ caller, params }) {
      const messageId = asMessageId(params.messageId);
      const { userId } = caller;
      const message = await findMessage(database, {
        userId,
        messageId,
        isProven: await isProven(caller),
      });
      if (!message) throw notificationRefusals.message_not_found();
      return message;
    },

    async readMessage({ caller, params }) {
      const messageId = asMessageId(params.messageId);
      const { userId } = caller;
      const reading = { userId, messageId, isProven: await isProven(caller), now: clock.now() };
      const message = await markRead(database, reading);
      if (!message) throw notificationRefusals.message_not_found();
      bus.publish("me", { userId, what: "mailbox" });
      return message;
    },
  };
}

function asMessageId(text: string): string {
  if (!MESSAGE_ID.test(text)) throw notificationRefusals.message_not_found();
  return text;
}
