import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const idle = { contracts: [], rigs: [], isMining: false, earnedTotalSats: 0 };
const running = { ...idle, contracts: [{ state: "running" }] as never };
const empty = { availableSats: 0, pendingSats: 0 };

test("the steps are getting coins, buying a plan and starting to mine", () => {
  expect(nextStep(idle, empty)).toBe("coins");
  expect(nextStep(idle, { ...empty, pendingSats: 1 })).toBe("plan");
  expect(nextStep(running, empty)).toBe("start");
  expect(nextStep({ ...idle, rigs: [{}] as never }, empty)).toBe("start");
  expect(nextStep({ ...running, isMining: true }, empty)).toBeUndefined();
  // Mining may be switched on before the account has a contract or rig.
  expect(nextStep({ ...idle, isMining: true }, { ...empty, pendingSats: 1 })).toBe("plan");
  expect(nextStep({ ...running, earnedTotalSats: 5 }, empty)).toBeUndefined();
  expect(nextStep(idle, undefined)).toBeUndefined();
  expect(nextStep({ ...idle, earnedTotalSats: 5 }, empty)).toBeUndefined();
});
