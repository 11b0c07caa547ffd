/** Everything mining says no to, with the title and text that a person sees. */
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
    text: "A chain reorganisation took back a deposit that was already spent. Whatever comes into your balance repays it; until then nothing can be bought.",
  },
  plan_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "This plan is not on offer.",
  },
  plan_retired: {
    status: 409,
    title: "No Longer Sold",
    text: "This plan is no longer sold. Contracts that were bought run to their end.",
  },
  price_changed: {
    status: 409,
    title: "Price Changed",
    text: "The price of {what} is now {priceSats} sats. Look at the new result before you buy.",
  },
  sales_closed: {
    status: 409,
    title: "Sales Closed",
    text: "The house cannot cover all that it would owe with this sale at present, so it does not sell it.",
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
    text: "Your boost runs until {until}. Only one runs at a time.",
  },
  tariff_invalid: {
    status: 422,
    title: "Invalid Tariff",
    text: "Enter a price of electricity above 0 and at most 1 USD per kWh, with at most 6 decimals.",
  },
  tariff_changed_often: {
    status: 429,
    title: "Too Many Changes",
    text: "The price of electricity can be changed 50 times in 24 hours. Try again later.",
  },
  mining_switched_often: {
    status: 429,
    title: "Too Many Changes",
    text: "Mining can be switched on 100 times in 24 hours. Try again later.",
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
