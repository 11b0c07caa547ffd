import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Dialog } from "../dialogs/Dialog.tsx";
import { Toaster } from "./Toaster.tsx";
import { dismissToast, shownToast, toast, TOAST_SWIPE_PX, type ToastInput } from "./toast-store.ts";

const TITLE = "Mining Started!";

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function show(input: Partial<ToastInput> = {}): void {
  act(() => toast({ title: TITLE, description: "Your rig is active.", ...input }));
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  const shown = shownToast();
  if (shown) act(() => dismissToast(shown.id));
  cleanup();
  vi.useRealTimers();
});

describe("the duration of a toast", () => {
  test("a toast is shown for 5 seconds by default", () => {
    show();
    pass(4990);
    expect(screen.queryByText(TITLE)).not.toBeNull();
    pass(20);
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test("a toast can be shown for 10 seconds", () => {
    show({ duration: 10_000 });
    pass(9990);
    expect(screen.queryByText(TITLE)).not.toBeNull();
    pass(20);
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test("a toast with an infinite duration stays until it is closed", () => {
    show({ duration: Infinity });
    pass(3_600_000);
    expect(screen.queryByText(TITLE)).not.toBeNull();
  });
});

test("a new toast replaces the old one and is shown for its own 5 seconds", () => {
  show();
  pass(4000);
  show({ title: "Mining Stopped!" });
  expect(screen.queryByText(TITLE)).toBeNull();
  pass(4000);
  expect(screen.queryByText("Mining Stopped!")).not.toBeNull();
  pass(1010);
  expect(screen.queryByText("Mining Stopped!")).toBeNull();
});

test("a toast stays when its dialog closes", () => {
  const dialogs = ["first", "second"].map((title) => (
    <Dialog key={title} title={title} isOpen onClose={() => undefined}>
      {title}
    </Dialog>
  ));
  const { rerender } = render(<>{dialogs}</>);
  show({ variant: "destructive" });
  pass(50);
  const [first, second] = screen.getAllByRole("dialog");
  expect(second?.textContent).toContain(TITLE);
  expect(second?.querySelector('[role="status"]')?.textContent).toContain(TITLE);
  rerender(<>{dialogs[0]}</>);
  expect(first?.textContent).toContain(TITLE);
  rerender(<></>);
  expect(document.querySelector("dialog")).toBeNull();
  pass(4900);
  expect(screen.queryByText(TITLE)).not.toBeNull();
  pass(100);
  expect(screen.queryByText(TITLE)).toBeNull();
});

test("the user can close a toast", () => {
  show({ duration: Infinity });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(TITLE)).toBeNull();
});

test.each([
  ["default", "polite"],
  ["destructive", "assertive"],
] as const)("a %s notice is announced in a %s way", (variant, manner) => {
  show({ variant, duration: Infinity });
  pass(50);
  const announced = document.querySelector(`[role="status"][aria-live="${manner}"]`);
  expect(announced?.textContent).toContain(TITLE);
});

test("a swipe of 50 px dismisses a toast", () => {
  expect(TOAST_SWIPE_PX).toBe(50);
});
