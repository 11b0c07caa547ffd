/** Tickets to support: a subject and a thread of messages between the user and the administrators. */
import { z } from "zod";
import { supportLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, pageQuery, time } from "./values.ts";

const { subjectMax, messageMax } = supportLimits;

const ticket = z
  .object({
    id: z.string(),
    subject: z.string(),
    /** open: waits for support; answered: support wrote last; closed: done. */
    state: z.enum(["open", "answered", "closed"]),
    createdAt: time,
    updatedAt: time,
    /** Oldest first. */
    messages: z.array(
      z.object({
        id: z.string(),
        author: z.enum(["user", "administrator"]),
        text: z.string(),
        at: time,
      }),
    ),
  })
  .meta({ id: "Ticket" });

export const supportApi = {
  createTicket: {
    method: "POST",
    path: "/api/v1/support/tickets",
    auth: "user",
    summary: "Write to support; the same requestId files one ticket however often it is sent",
    body: z.strictObject({
      subject: z
        .string()
        .trim()
        .min(1, "Enter a subject.")
        .max(subjectMax, `At most ${subjectMax} characters.`)
        .regex(/^\P{Cc}*$/u, "A subject is one line."),
      message: z
        .string()
        .trim()
        .min(1, "Enter a message.")
        .max(messageMax, `At most ${messageMax} characters.`),
      requestId: z.uuid().optional(),
    }),
    response: ticket,
  },
  listTickets: {
    method: "GET",
    path: "/api/v1/support/tickets",
    auth: "user",
    summary: "The user's tickets with their messages, newest first",
    query: pageQuery,
    response: listOf(ticket),
  },
} as const satisfies Api;
