/** What the mailbox refuses. Another user's message answers as a missing one. */
import { defineRefusals } from "#platform";

export const notificationRefusals = defineRefusals({
  message_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such message in your mailbox.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
