/** What the time machine says no to, with the title and text that a person sees. */
import { defineRefusals } from "#platform";

export const historyRefusals = defineRefusals({
  replay_plan_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "There is no such plan to replay.",
  },
  replay_rig_unknown: {
    status: 404,
    title: "Machine Not Found",
    text: "There is no such machine to replay.",
  },
  replay_terms_missing: {
    status: 400,
    title: "Nothing to Replay",
    text: "Name one of plan, rig, ratio, apy, or earns with uses and price.",
  },
  replay_value_invalid: {
    status: 400,
    title: "Invalid Value",
    text: "{name} must be a number from {min} to {max}.",
  },
  replay_days_invalid: {
    status: 400,
    title: "Invalid Length",
    text: "A stretch has {min} to {max} days. The series has {days} in all.",
  },
  replay_mode_invalid: {
    status: 400,
    title: "Invalid Mode",
    text: "The mode is sold (daily, at the price of the day) or kept (all at the price of the last day).",
  },
  replay_start_invalid: {
    status: 400,
    title: "Invalid Start",
    text: "Give the first day as YYYY-MM-DD.",
  },
  replay_start_outside: {
    status: 400,
    title: "Start Outside the Series",
    text: "With {days} days the first day lies between {first} and {last}: the series ends on {end}.",
  },
  replay_nothing_paid: {
    status: 400,
    title: "Nothing Is Paid",
    text: "Without a price and without power there is nothing that could be paid back.",
  },
});
