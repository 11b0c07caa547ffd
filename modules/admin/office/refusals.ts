/**
 * Refusals of the back office, except for user management, whose refusals are in the users module.
 */
import { defineRefusals } from "#platform";

export const adminRefusals = defineRefusals({
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
  half_a_head: {
    status: 400,
    title: "Incomplete checkpoint",
    text: "A checkpoint is a number and a hash. Send both.",
  },
  request_reused: {
    status: 422,
    title: "Request reused",
    text: "This requestId was used for another message. Use a new one.",
  },
  news_not_found: { status: 404, title: "Not found", text: "This message does not exist." },
  news_over: {
    status: 409,
    title: "Nothing to stop",
    text: "This news is no longer being sent. It reached all recipients or was stopped before.",
  },
  user_not_found: { status: 404, title: "Not found", text: "This user does not exist." },
  no_reset_request: {
    status: 404,
    title: "No request",
    text: "This user has no open request for a new password. Another administrator may have answered it.",
  },
  reset_of_administrator: {
    status: 403,
    title: "Administrator account",
    text: "Administrators cannot reset each other's password. The operator creates this link: npm run recovery-link",
  },
  reset_of_disabled: {
    status: 409,
    title: "Account disabled",
    text: "This account is disabled. Enable it first.",
  },
  funding_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "Enter an amount above zero.",
  },
  treasury_short: {
    status: 409,
    title: "Treasury too low",
    text: "The treasury holds {has} BTC, less than the requested {asked} BTC. No coins were moved.",
  },
  pay_uncovered: {
    status: 409,
    title: "Treasury too low",
    text: "Only {spare} BTC of the treasury are spare, less than the requested {asked} BTC. The rest covers obligations. No coins were moved.",
  },
  adjustment_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "Enter one amount, in BTC or in USD. A positive amount goes to the user, a negative one is taken from the user.",
  },
  adjustment_not_found: {
    status: 404,
    title: "Not found",
    text: "This adjustment does not exist.",
  },
  adjustment_decided: {
    status: 409,
    title: "Already Decided",
    text: "Another administrator has already decided this adjustment.",
  },
  adjustment_expired: {
    status: 409,
    title: "Proposal Expired",
    text: "No administrator decided this adjustment in time. No money was moved. Propose it again.",
  },
  approval_stale: {
    status: 409,
    title: "Approval Out of Date",
    text: "This adjustment has changed since you opened it. Check it again before you approve.",
  },
  proposer_gone: {
    status: 409,
    title: "Needs Another Administrator",
    text: "The proposer is no longer an administrator. Propose the adjustment again.",
  },
  own_proposal: {
    status: 403,
    title: "Needs Another Administrator",
    text: "You proposed this adjustment. Another administrator must approve it.",
  },
  own_account: {
    status: 403,
    title: "Your Own Account",
    text: "You cannot decide about your own account.",
  },
  insufficient_funds: {
    status: 422,
    title: "Insufficient Funds",
    text: "{who} does not have enough {asset} for this adjustment. No money was moved.",
  },
  pool_not_running: {
    status: 409,
    title: "Pool Not Running",
    text: "This server's pool is not running, so it has no connections.",
  },
  nothing_to_change: {
    status: 400,
    title: "Nothing to change",
    text: "Change at least one of name, role and disabled state.",
  },
});
