/** Error responses of the workers' API. */
import { defineRefusals } from "#platform";

export const workerRefusals = defineRefusals({
  worker_unknown: {
    status: 404,
    title: "Worker Not Found",
    text: "You have no worker with this id.",
  },
  invalid_shares_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "The cursor does not belong to these shares. Use the one at the end of the previous file.",
  },
});
