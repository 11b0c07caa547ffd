/** The practice mailbox: what would be e-mail on an installation without a mail server. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { pageQuery, time } from "./values.ts";

const message = z
  .object({
    id: z.string(),
    /** How it would have left an installation with a mail server and an SMS gateway. */
    channel: z.enum(["email", "sms"]),
    template: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    sentAt: time,
    readAt: time.nullable(),
    /**
     * What became of it beyond this mailbox; null: it was for the mailbox only. "limited": too many
     * for one hour or day; "unwanted": switched off while it waited.
     */
    delivery: z.enum(["waiting", "sent", "limited", "failed", "unwanted"]).nullable(),
    /**
     * Its code or link is left out of the text: the session has no proof of the last minutes. After
     * one (`POST /api/v1/me/step-up`) it is there.
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
    summary: "Messages to the user, newest first",
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
    summary: "A message to the user",
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
