/** All refusals of mining, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const miningRefusals = defineRefusals({
  insufficient_funds: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC for {what}.",
  },
  account_frozen: {
    status: 409,
    title: "Account Frozen",
    text: "A chain reorganisation undid a deposit that you had already spent. Incoming coins repay this debt first. You can buy again when it is repaid.",
  },
  plan_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "This plan does not exist. Choose one from the list.",
  },
  plan_retired: {
    status: 409,
    title: "No Longer Sold",
    text: "This plan is no longer sold. Existing contracts run to their end.",
  },
  price_changed: {
    status: 409,
    title: "Price Changed",
    text: "The price of {what} is now {priceSats} sats. Check the new result before you buy.",
  },
  sales_closed: {
    status: 409,
    title: "Sales Closed",
    text: "The platform does not have enough coins to cover this sale at present. Try again later.",
  },
  boost_multiplier_invalid: {
    status: 422,
    title: "Invalid Boost",
    text: "Choose a boost above 1x and up to 3x, in steps of 0.1.",
  },
  boost_without_contract: {
    status: 409,
    title: "No Running Contract",
    text: "A boost rents hash rate on top of a running contract or rig, and you have none.",
  },
  boost_running: {
    status: 409,
    title: "Boost Running",
    text: "Your boost runs until {until}. Only one boost can run at a time.",
  },
  tariff_invalid: {
    status: 422,
    title: "Invalid Tariff",
    text: "Enter an electricity price above 0 and at most 1 USD per kWh, with at most 6 decimals.",
  },
  tariff_changed_often: {
    status: 429,
    title: "Too Many Changes",
    text: "You can change the electricity price 50 times in 24 hours. Try again later.",
  },
  mining_switched_often: {
    status: 429,
    title: "Too Many Changes",
    text: "You can switch mining on 100 times in 24 hours. Try again later.",
  },
  rig_unknown: {
    status: 404,
    title: "Rig Not Found",
    text: "You have no rig with this id.",
  },
  calculator_input_invalid: {
    status: 422,
    title: "Invalid Value",
    text: "{field} must be a number from {min} to {max}.",
  },
  cursor_malformed: {
    status: 400,
    title: "Page Not Found",
    text: "This page of the list does not exist.",
  },
});
