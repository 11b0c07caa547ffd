/** What the back office itself refuses; rules about people are in the users room. */
import { defineRefusals } from "#platform";

export const adminRefusals = defineRefusals({
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
  half_a_head: {
    status: 400,
    title: "Half a head",
    text: "A head that was kept is a number and a hash; give both.",
  },
  user_not_found: { status: 404, title: "Not found", text: "There is no such user." },
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
  nothing_to_change: {
    status: 400,
    title: "Nothing to change",
    text: "Say what is to change: name, role or whether the account is disabled.",
  },
});
