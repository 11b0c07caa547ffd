import { expect, test } from "vitest";
import { switchNotice } from "./switch-notice.ts";

test("the notice has the requirement's text if a contract or a rig is running", () => {
  expect(switchNotice({ isMining: true, baseThs: "50" })).toEqual({
    title: "Mining Started!",
    description: "Your rig is active.",
  });
  expect(switchNotice({ isMining: false, baseThs: "50" })).toEqual({
    title: "Mining Stopped!",
    description: "Your rig is inactive.",
  });
});

test("the notice mentions no active rig if there is no contract or rig", () => {
  expect(switchNotice({ isMining: true, baseThs: "0" })).toEqual({
    title: "Mining Started!",
    description: "Mining is on. You earn once you have a contract or a rig.",
  });
  expect(switchNotice({ isMining: false, baseThs: "0" }).description).toBe("Mining is off.");
});
