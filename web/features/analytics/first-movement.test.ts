import { expect, test } from "vitest";
import { sinceFirstMovement } from "./first-movement.ts";

const empty = { valueSats: 0, putInSats: 0, contributedSats: 0, withdrawnSats: 0 };
const paidIn = { ...empty, valueSats: 5, putInSats: 5, contributedSats: 5 };
/** A day with a deposit and a withdrawal: its balance is zero, although there were movements. */
const passing = { ...empty, contributedSats: 5, withdrawnSats: 5 };

test("the series begins on the day before the first movement", () => {
  expect(sinceFirstMovement([empty, empty, paidIn, empty])).toEqual([empty, paidIn, empty]);
  expect(sinceFirstMovement([empty, empty, passing, empty])).toEqual([empty, passing, empty]);
  expect(sinceFirstMovement([paidIn, empty])).toEqual([paidIn, empty]);
  expect(sinceFirstMovement([empty, empty])).toEqual([empty, empty]);
});
