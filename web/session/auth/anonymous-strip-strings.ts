import { anonymousLimits } from "../../../api/shell-limits.ts";

const { unusedDays } = anonymousLimits;

/** Texts of the strip above the pages of anonymous users. */
export const stripTexts = {
  strip: `You try this without an account: only this browser opens it, and after ${unusedDays} days without use it is gone.`,
  label: "Trying without an account",
  button: "Keep it",
} as const;
