import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const idle = { contracts: [], rigs: [], isMining: false, earnedTotalSats: 0 };
const running = { ...idle, contracts: [{ state: "running" }] as never };
const empty = { availableSats: 0, pendingSats: 0 };

test("coins, then a plan, then start, then nothing more", () => {
  expect(nextStep(idle, empty)).toBe("coins");
  expect(nextStep(idle, { ...empty, pendingSats: 1 })).toBe("plan");
  expect(nextStep(running, empty)).toBe("start");
  expect(nextStep({ ...idle, rigs: [{}] as never }, empty)).toBe("start");
  expect(nextStep({ ...running, isMining: true }, empty)).toBeUndefined();
  // Switched on before there is anything to mine with.
  expect(nextStep({ ...idle, isMining: true }, { ...empty, pendingSats: 1 })).toBe("plan");
  expect(nextStep({ ...running, earnedTotalSats: 5 }, empty)).toBeUndefined();
  expect(nextStep(idle, undefined)).toBeUndefined();
  expect(nextStep({ ...idle, earnedTotalSats: 5 }, empty)).toBeUndefined();
});
