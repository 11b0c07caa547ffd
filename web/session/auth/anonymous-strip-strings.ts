import { anonymousLimits } from "../../../api/shell-limits.ts";

const { unusedDays } = anonymousLimits;

/** UI strings for the strip above the pages of anonymous users. */
export const stripTexts = {
  strip: `Anonymous account: only in this browser, deleted after ${unusedDays} days without use.`,
  label: "Anonymous account",
  button: "Create your account",
} as const;
