/** Refusals of wallet receipts, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const receiptRefusals = defineRefusals({
  receipt_not_found: {
    status: 404,
    title: "Receipt Not Found",
    text: "There is no such receipt in your account.",
  },
  receipt_not_ready: {
    status: 409,
    title: "No Receipt Yet",
    text: "A receipt exists once a withdrawal is completed or a deposit is credited.",
  },
  receipt_withdrawn: {
    status: 409,
    title: "Receipt Withdrawn",
    text: "A reorg removed block {hash} with this payment. Its receipt was true until block {until}. A new receipt exists once the payment is confirmed again.",
  },
  receipt_log_missing: {
    status: 409,
    title: "No Receipt Yet",
    text: "The public log, which signs receipts, has not begun. Try again in a minute.",
  },
  block_unknown: {
    status: 404,
    title: "Unknown Block",
    text: "This installation has never read a block with this hash.",
  },
});
