import { expect, test } from "vitest";
import { viewOf, type TransactionState } from "./tracker-steps.ts";

const at = (state: TransactionState, confirmations = 0) =>
  viewOf({ state, confirmations, required: 6 });

test("the steps follow the requirement's order", () => {
  expect(at("confirming", 3).labels).toEqual([
    "Processing",
    "In Transit",
    "Confirming (3/6)",
    "Completed",
  ]);
  expect(at("completed", 41).labels[2]).toBe("Confirming (6/6)");
  expect([
    at("processing"),
    at("in_transit"),
    at("confirming", 1),
    at("completed", 6),
  ]).toMatchObject([{ step: 0 }, { step: 1 }, { step: 2 }, { step: 3 }]);
});

test("a reorg moves the tracker back by one step", () => {
  expect(at("reorged", 2)).toMatchObject({ step: 1, isTakenBack: true, isStopped: false });
  expect(at("replaced")).toMatchObject({ isStopped: true });
  expect(at("dropped")).toMatchObject({ isStopped: true, isTakenBack: false });
  expect(at("rejected")).toMatchObject({ step: 0, isStopped: true });
});
