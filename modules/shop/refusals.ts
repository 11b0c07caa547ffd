/** The shop's refusals, with the titles and texts that users see. */
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
    text: "A chain reorganisation undid a deposit that you had already spent. Incoming coins repay this debt first. You can buy again when it is repaid.",
  },
  item_unknown: {
    status: 404,
    title: "Item Not Found",
    text: "This item does not exist. Choose one from the list.",
  },
  item_retired: {
    status: 409,
    title: "No Longer Sold",
    text: "This rig is no longer sold. Rigs that you own keep working.",
  },
  price_changed: {
    status: 409,
    title: "Price Changed",
    text: "The price of {what} is now {priceSats} sats. Check it before you confirm.",
  },
  sales_closed: {
    status: 409,
    title: "Sales Closed",
    text: "The platform does not have enough coins to cover this sale at present. Try again later.",
  },
  rig_unknown: {
    status: 404,
    title: "Rig Not Found",
    text: "You have no rig with this id.",
  },
  rig_sold: {
    status: 409,
    title: "Already Sold",
    text: "You have already sold this rig back.",
  },
  house_short: {
    status: 409,
    title: "Cannot Buy Back",
    text: "The platform does not have the coins to buy this rig back at present. The rig stays yours and keeps working. Try again later.",
  },
  cursor_malformed: {
    status: 400,
    title: "Page Not Found",
    text: "This page of the list does not exist.",
  },
});
