/** Refusals of the back office. The users module has those about managing users. */
import { defineRefusals } from "#platform";

export const adminRefusals = defineRefusals({
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
  half_a_head: {
    status: 400,
    title: "Half a head",
    text: "A head that was kept is a number and a hash; give both.",
  },
  request_reused: {
    status: 422,
    title: "Request reused",
    text: "This requestId was used for another message. Use a new one.",
  },
  news_not_found: { status: 404, title: "Not found", text: "There is no such news." },
  news_over: {
    status: 409,
    title: "Nothing to stop",
    text: "This news is not on its way any more: it was sent to all, or stopped before.",
  },
  user_not_found: { status: 404, title: "Not found", text: "There is no such user." },
  no_reset_request: {
    status: 404,
    title: "No request",
    text: "This user has no open request for a new password. Another administrator may have answered it.",
  },
  reset_of_administrator: {
    status: 403,
    title: "An Administrator's Account",
    text: "Administrators cannot reset each other's password. The operator makes this link: npm run recovery-link",
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
    text: "The treasury holds {has} BTC, less than the {asked} BTC to be moved. Nothing was moved.",
  },
  pay_uncovered: {
    status: 409,
    title: "Treasury too low",
    text: "{spare} BTC of the treasury are spare, less than the {asked} BTC to be moved: the rest covers what the house owes for what it sold. Nothing was moved.",
  },
  adjustment_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "Say one amount, in BTC or in USD: above 0 for the user, below 0 from the user.",
  },
  adjustment_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such adjustment.",
  },
  adjustment_decided: {
    status: 409,
    title: "Already Decided",
    text: "Another administrator decided over this adjustment meanwhile.",
  },
  adjustment_expired: {
    status: 409,
    title: "Proposal Expired",
    text: "Nobody decided over this adjustment in time. It moved nothing; propose it again.",
  },
  approval_stale: {
    status: 409,
    title: "Approval Out of Date",
    text: "This adjustment is not what you looked at. Read it again before you approve.",
  },
  proposer_gone: {
    status: 409,
    title: "Needs Another Administrator",
    text: "Whoever proposed this is no administrator any more. Propose it again.",
  },
  own_proposal: {
    status: 403,
    title: "Needs Another Administrator",
    text: "You proposed this adjustment. Another administrator has to approve it.",
  },
  own_account: {
    status: 403,
    title: "Your Own Account",
    text: "You cannot decide over your own account.",
  },
  insufficient_funds: {
    status: 422,
    title: "Insufficient Funds",
    text: "{who} does not have enough {asset} for this adjustment. Nothing was moved.",
  },
  pool_not_running: {
    status: 409,
    title: "Pool Not Running",
    text: "The pool of this server does not run now, so nobody is connected to it.",
  },
  nothing_to_change: {
    status: 400,
    title: "Nothing to change",
    text: "Say what is to change: name, role or whether the account is disabled.",
  },
});
