/** Tests how many approvals a withdrawal amount needs, and which approvals are valid. */
import { describe, expect, test } from "vitest";
import { FIVE, ONE } from "../testing/review-installation.ts";
import { approvalsRequiredFor, isApprovedBy } from "./approval-rules.ts";

describe("approval rules", () => {
  const limits = { reviewSats: ONE, secondPersonSats: FIVE };

  test.each([
    [ONE - 1n, 0],
    [ONE, 1],
    [FIVE - 1n, 1],
    [FIVE, 2],
  ])("%i satoshis need approvals by %i administrators", (amountSats, approvals) => {
    expect(approvalsRequiredFor(amountSats, limits)).toBe(approvals);
  });

  test("an administrator's approval counts once and only for the same hash", () => {
    const by = (administratorId: string, approvalHash = "a") => ({
      administratorId,
      approvalHash,
      approvedAt: new Date(0),
    });
    const large = { userId: "u", approvalsRequired: 2, approvalHash: "a" };
    expect(isApprovedBy(large, [by("1"), by("2")])).toBe(true);
    expect(isApprovedBy(large, [by("1"), by("1")])).toBe(false);
    expect(isApprovedBy(large, [by("1"), by("u")])).toBe(false);
    expect(isApprovedBy(large, [by("1"), by("2", "b")])).toBe(false);
    expect(isApprovedBy({ ...large, approvalHash: null }, [])).toBe(false);
    expect(isApprovedBy({ ...large, approvalsRequired: 0 }, [])).toBe(true);
  });
});
