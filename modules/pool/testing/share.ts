/** Returns an accepted share near the end of a day. */
import type { AcceptedShare } from "../work/accepted-share.ts";

export const AT = new Date("2030-01-01T23:59:59.500Z");

export function share(changes: Partial<AcceptedShare> = {}): AcceptedShare {
  return {
    userId: null,
    worker: "rig",
    acceptedAt: AT,
    workMicros: 1_000,
    shareMicros: 2_500n,
    hash: "ab".repeat(32),
    ...changes,
  };
}
