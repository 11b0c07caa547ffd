/** What the contact form accepts before anything is sent. The server checks again. */
import * as z from "zod/mini";
import { supportLimits } from "../../../api/limits.ts";
import { supportTexts as texts } from "./strings.ts";

export const ticketForm = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.subjectMissing),
      z.maxLength(supportLimits.subjectMax, texts.subjectLong),
    ),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.messageMissing),
      z.maxLength(supportLimits.messageMax, texts.messageLong),
    ),
});

export type TicketInput = z.infer<typeof ticketForm>;
