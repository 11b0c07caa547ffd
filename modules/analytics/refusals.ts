/** Refusals of analytics, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const analyticsRefusals = defineRefusals({
  day_invalid: {
    status: 400,
    title: "Invalid Date",
    text: "Give each day as YYYY-MM-DD, between 2009-01-03 and 2099-12-31.",
  },
  range_reversed: {
    status: 400,
    title: "Invalid Range",
    text: "The first day must not be after the last day.",
  },
  range_in_future: {
    status: 400,
    title: "Invalid Range",
    text: "The first day lies in the future. Days are counted in UTC; today is {today}.",
  },
  range_too_long: {
    status: 400,
    title: "Invalid Range",
    text: "A range has at most five years. Choose a later first day or an earlier last day.",
  },
});
