import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DemoTracker } from "./DemoTracker.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const current = () => document.querySelector("[aria-current=step]")?.textContent;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("the demo advances every 3 seconds until Completed and is labelled as a demo", async () => {
  render(<DemoTracker />);
  expect(screen.getAllByText("Demo").length).toBeGreaterThan(0);
  expect(current()).toBe("Processing");
  await pass(2999);
  expect(current()).toBe("Processing");
  await pass(1);
  expect(current()).toBe("In Transit");
  await pass(3000);
  expect(current()).toBe("Confirming (3/6)");
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("2");
  await pass(3000);
  expect(current()).toBe("Completed");
  await pass(60_000);
  expect(current()).toBe("Completed");
});
