/** What support refuses. */
import { supportLimits } from "#api-schema/limits";
import { defineRefusals } from "#platform";

export const supportRefusals = defineRefusals({
  too_many_tickets: {
    status: 429,
    title: "Too Many Messages",
    text: `You can send ${supportLimits.ticketsPerHourMax} messages an hour. Try again later; nothing of this one was sent.`,
  },
  request_reused: {
    status: 422,
    title: "Request reused",
    text: "This requestId was used for another message. Use a new one.",
  },
  ticket_not_found: { status: 404, title: "Not found", text: "There is no such ticket." },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
