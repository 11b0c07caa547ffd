/**
 * Routes of the practice mailbox, which receives a user's messages on installations without a mail
 * server.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { pageQuery, time } from "./values.ts";

const message = z
  .object({
    id: z.string(),
    /** The channel that an installation with a mail server and an SMS gateway would use. */
    channel: z.enum(["email", "sms"]),
    template: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    sentAt: time,
    readAt: time.nullable(),
    /**
     * Delivery status outside this mailbox. Null for messages that are sent only to the mailbox.
     * `limited`: too many messages in one hour or day. `unwanted`: the user disabled this kind of
     * message while the message was pending.
     */
    delivery: z.enum(["waiting", "sent", "limited", "failed", "unwanted"]).nullable(),
    /**
     * True if a code or link is omitted from the text, because the session has no recent identity
     * check. After `POST /api/v1/me/step-up`, the text includes the code or link.
     */
    isVeiled: z.boolean(),
  })
  .meta({ id: "Message" });

const messageParams = z.strictObject({ messageId: z.string().max(64) });

export const notificationsApi = {
  listMailbox: {
    method: "GET",
    path: "/api/v1/me/mailbox",
    auth: "user",
    summary: "List messages to the user, newest first",
    query: pageQuery.extend({ template: z.string().max(64).optional() }),
    response: z.object({
      items: z.array(message),
      nextCursor: z.string().nullable(),
      unreadCount: z.int(),
    }),
  },
  getMessage: {
    method: "GET",
    path: "/api/v1/me/mailbox/{messageId}",
    auth: "user",
    summary: "Get a message to the user",
    params: messageParams,
    response: message,
  },
  readMessage: {
    method: "POST",
    path: "/api/v1/me/mailbox/{messageId}/read",
    auth: "user",
    summary: "Mark a message as read",
    params: messageParams,
    response: message,
  },
} as const satisfies Api;
