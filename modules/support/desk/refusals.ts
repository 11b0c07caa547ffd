/** What support refuses. */
import { chatLimits, supportLimits } from "#api/limits";
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
  ticket_full: {
    status: 409,
    title: "Ticket Full",
    text: `A ticket holds ${supportLimits.messagesPerTicketMax} messages. File a new ticket; this reply was not sent.`,
  },
  ticket_moved_on: {
    status: 409,
    title: "New Message",
    text: "Somebody wrote in this ticket meanwhile. Read it and send the answer again; it was not sent.",
  },
  ticket_not_found: { status: 404, title: "Not found", text: "There is no such ticket." },
  chat_not_found: { status: 404, title: "Not found", text: "There is no such conversation." },
  visitor_chat_ended: {
    status: 409,
    title: "Conversation ended",
    text: `A conversation before sign-in ends ${chatLimits.visitorHours} hours after its last message. Begin a new one.`,
  },
  too_many_chat_messages: {
    status: 429,
    title: "Too Many Messages",
    text: `You can send ${chatLimits.messagesPerMinuteMax} messages a minute. Try again shortly; this one was not sent.`,
  },
  too_many_messages_today: {
    status: 429,
    title: "Too Many Messages",
    text: `You can send ${chatLimits.messagesPerDayMax} messages to support in 24 hours. Try again later; this one was not sent.`,
  },
  too_many_visitors: {
    status: 429,
    title: "Too Many Messages",
    text: "Too much was written from your address without signing in. Try again later, or sign in.",
  },
  message_id_reused: {
    status: 422,
    title: "Message id reused",
    text: "This clientMessageId was used for another message. Use a new one.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
