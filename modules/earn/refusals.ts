/** All refusals for stakes and investments, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const earnRefusals = defineRefusals({
  stake_amount_invalid: {
    status: 422,
    title: "Invalid Amount",
    text: "Please enter a valid amount to stake.",
  },
  investment_amount_invalid: {
    status: 422,
    title: "Invalid Amount",
    text: "Please enter a valid amount to invest.",
  },
  stake_over_balance: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC to stake that amount.",
  },
  investment_over_balance: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC for {plan}.",
  },
  below_minimum: {
    status: 422,
    title: "Invalid Amount",
    text: "The minimum for {plan} is {min} BTC.",
  },
  period_not_offered: {
    status: 422,
    title: "Invalid Period",
    text: "Staking runs for 30, 90 or 180 days; {days} days are not on offer.",
  },
  plan_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "This plan does not exist. Choose one from the list.",
  },
  terms_changed: {
    status: 409,
    title: "Terms Changed",
    text: "The interest of {plan} is now {interestBtc} BTC. Check the new estimate before you continue.",
  },
  product_withdrawn: {
    status: 409,
    title: "Closed for New Money",
    text: "{plan} accepts no new money. Open positions continue and are paid as promised.",
  },
  product_closed: {
    status: 409,
    title: "Closed for New Money",
    text: "The practice fund cannot set aside the interest of {plan} now. It opens again when the fund is filled.",
  },
  beyond_fund: {
    status: 409,
    title: "Amount Too Large",
    text: "The practice fund can set aside the interest of at most {max} BTC in {plan} now. Choose a smaller amount, or try again when the fund is filled.",
  },
  network_share: {
    status: 409,
    title: "Network Limit Reached",
    text: "The practice fund sets aside at most {daily} BTC of interest a day for one network. Your network has {left} BTC left today. Choose a smaller amount, or try again after midnight UTC.",
  },
  account_frozen: {
    status: 409,
    title: "Account Frozen",
    text: "A chain reorganisation undid a deposit that you had already spent. Incoming coins repay this debt first. You can open positions again when it is repaid.",
  },
  positions_too_many: {
    status: 409,
    title: "Too Many Positions",
    text: "You have {max} open investments and stakes, which is the maximum. You can open another one when one has ended.",
  },
  position_unknown: {
    status: 404,
    title: "Position Not Found",
    text: "You have no position with this id.",
  },
  position_closed: {
    status: 409,
    title: "Already Closed",
    text: "This position is already closed. Its coins are in your wallet.",
  },
  rate_product_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "This plan does not exist. Choose one from the list.",
  },
  rate_changed: {
    status: 409,
    title: "Changed by someone else",
    text: "A new rate was posted in the meantime. Check it before you change it again.",
  },
  rate_invalid: { status: 422, title: "Invalid Value", text: "{fault}" },
  rate_same: {
    status: 422,
    title: "Nothing to Change",
    text: "This rate is already in force. Enter a different one.",
  },
});
