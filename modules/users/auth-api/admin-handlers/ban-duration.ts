/**
 * Parses `ban_duration` like Supabase Auth: `none`, or numbers with units such as `24h`, `1h30m` or
 * `876000h`.
 */
import { AuthError } from "../wire/auth-error.ts";

const UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
/** The latest date that fits all affected date columns. */
const FOR_EVER_MS = Date.UTC(9999, 11, 31);

/** Returns the end of the ban, or null for no ban. Throws validation_failed. */
export function banEnd(text: string, now: Date): Date | null {
  if (text === "none") return null;
  if (!WHOLE.test(text))
    throw new AuthError(
      "validation_failed",
      `invalid format for ban duration: time: invalid duration "${text.slice(0, 40)}"`,
    );
  let durationMs = 0;
  for (const [, amount, unit] of text.matchAll(PART))
    durationMs += Number(amount) * (UNITS_MS[unit ?? ""] ?? 0);
  return new Date(Math.min(FOR_EVER_MS, Math.ceil(now.getTime() + durationMs)));
}
