/** Refusals for the time machine, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const historyRefusals = defineRefusals({
  replay_plan_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "There is no plan with this id.",
  },
  replay_rig_unknown: {
    status: 404,
    title: "Rig Not Found",
    text: "There is no rig with this id.",
  },
  replay_terms_missing: {
    status: 400,
    title: "Nothing to Replay",
    text: "Set one of plan, rig, ratio or apy, or set earns with uses and price.",
  },
  replay_value_invalid: {
    status: 400,
    title: "Invalid Value",
    text: "{name} must be a number from {min} to {max}.",
  },
  replay_days_invalid: {
    status: 400,
    title: "Invalid Length",
    text: "A period must have {min} to {max} days. The series has {days} days in total.",
  },
  replay_mode_invalid: {
    status: 400,
    title: "Invalid Mode",
    text: "The mode must be sold (coins are sold daily at the day's price) or kept (all coins are valued at the last day's price).",
  },
  replay_start_invalid: {
    status: 400,
    title: "Invalid Start",
    text: "Enter the first day as YYYY-MM-DD.",
  },
  replay_start_outside: {
    status: 400,
    title: "Start Outside the Series",
    text: "With {days} days the first day must be between {first} and {last}, because the series ends on {end}.",
  },
  replay_nothing_paid: {
    status: 400,
    title: "Nothing to Pay Back",
    text: "Without a price and power cost there is nothing to pay back. Set at least one of them.",
  },
});
