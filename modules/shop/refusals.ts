/** Everything the shop says no to, with the title and text that a person sees. */
import { defineRefusals } from "#platform";

export const shopRefusals = defineRefusals({
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
  item_unknown: {
    status: 404,
    title: "Item Not Found",
    text: "This item is not on offer.",
  },
  item_retired: {
    status: 409,
    title: "No Longer Sold",
    text: "This machine is no longer sold. Those that were bought go on working.",
  },
  price_changed: {
    status: 409,
    title: "Price Changed",
    text: "The price of {what} is now {priceSats} sats. Look at it again before you confirm.",
  },
  sales_closed: {
    status: 409,
    title: "Sales Closed",
    text: "The house cannot cover all that it would owe with this sale at present, so it does not sell it.",
  },
  rig_unknown: {
    status: 404,
    title: "Rig Not Found",
    text: "You have no rig with this id.",
  },
  rig_sold: {
    status: 409,
    title: "Already Sold",
    text: "You have sold this rig back.",
  },
  house_short: {
    status: 409,
    title: "Cannot Buy Back",
    text: "The house does not have the coins to buy it back at present. It stays yours and keeps working.",
  },
  cursor_malformed: {
    status: 400,
    title: "Page Not Found",
    text: "This page of the list does not exist.",
  },
});
