/** Refusals of the mailbox. Another user's message gets the same response as an unknown one. */
import { defineRefusals } from "#platform";

export const notificationRefusals = defineRefusals({
  message_not_found: {
    status: 404,
    title: "Not found",
    text: "Your mailbox has no such message.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
