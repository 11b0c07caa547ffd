import { chatLimits, supportLimits } from "#api/limits";
import { defineRefusals } from "#platform";

export const supportRefusals = defineRefusals({
  too_many_tickets: {
    status: 429,
    title: "Too many messages",
    text: `You can send ${supportLimits.ticketsPerHourMax} messages an hour. This message was not sent. Try again later.`,
  },
  request_reused: {
    status: 422,
    title: "Request reused",
    text: "This requestId was already used for another message. Use a new one.",
  },
  ticket_full: {
    status: 409,
    title: "Ticket full",
    text: `A ticket can have at most ${supportLimits.messagesPerTicketMax} messages. This reply was not sent. Open a new ticket.`,
  },
  ticket_moved_on: {
    status: 409,
    title: "New message",
    text: "This ticket has a new message, so your answer was not sent. Read it, then send your answer again.",
  },
  ticket_not_found: { status: 404, title: "Not found", text: "This ticket does not exist." },
  chat_not_found: { status: 404, title: "Not found", text: "This conversation does not exist." },
  visitor_chat_ended: {
    status: 409,
    title: "Conversation ended",
    text: `A conversation without sign-in ends ${chatLimits.visitorHours} hours after its last message. Start a new one.`,
  },
  too_many_chat_messages: {
    status: 429,
    title: "Too many messages",
    text: `You can send ${chatLimits.messagesPerMinuteMax} messages a minute. This message was not sent. Try again shortly.`,
  },
  too_many_messages_today: {
    status: 429,
    title: "Too many messages",
    text: `You can send ${chatLimits.messagesPerDayMax} messages to support in 24 hours. This message was not sent. Try again later.`,
  },
  too_many_visitors: {
    status: 429,
    title: "Too many messages",
    text: "Too many messages without sign-in came from your network. Try again later, or sign in.",
  },
  message_id_reused: {
    status: 422,
    title: "Message id reused",
    text: "This clientMessageId was already used for another message. Use a new one.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
