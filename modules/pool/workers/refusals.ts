/** What a person's workers say no to. */
import { defineRefusals } from "#platform";

export const workerRefusals = defineRefusals({
  worker_unknown: {
    status: 404,
    title: "Worker Not Found",
    text: "You have no such worker.",
  },
  invalid_shares_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "This page marker does not belong to these shares.",
  },
});
