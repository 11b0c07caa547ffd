/** Refusals about alerts, with the titles and texts that users see. */
import { defineRefusals } from "#platform";

export const alertRefusals = defineRefusals({
  alert_unknown: { status: 404, title: "Alert Not Found", text: "You have no alert with this id." },
  alert_exists: {
    status: 409,
    title: "Alert Exists",
    text: "You already have this alert: {condition} ({id}).",
  },
  too_many_alerts: {
    status: 422,
    title: "Too Many Alerts",
    text: "You can have at most {max} active alerts. Delete some first.",
  },
  alert_level_invalid: {
    status: 422,
    title: "Invalid Level",
    text: "Enter a level {range}.",
  },
  alert_expiry_invalid: {
    status: 422,
    title: "Invalid Expiry",
    text: "Choose an expiry in the future, at most one year ahead.",
  },
});
