/**
 * Tests that a click outside or Escape closes a dialog, but not by accident and not while a request
 * is running.
 */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

afterEach(cleanup);

function open(isBusy = false) {
  const close = vi.fn<() => void>();
  render(
    <Dialog title="Purchase Starter Rig" isOpen onClose={close} isBusy={isBusy} cancel="Cancel">
      <input aria-label="Amount" />
    </Dialog>,
  );
  return { close, dialog: screen.getByRole<HTMLDialogElement>("dialog") };
}

function press(from: Element, dialog: Element, detail = 1): void {
  fireEvent.pointerDown(from);
  // If the mouse button is pressed on one element and released on another, browsers send the click
  // to their common ancestor.
  fireEvent.click(dialog, { detail });
}

test("the second click of a double click on the opener does not close the dialog", () => {
  const { close, dialog } = open();
  press(dialog, dialog, 2);
  expect(close).not.toHaveBeenCalled();
  press(dialog, dialog);
  expect(close).toHaveBeenCalledTimes(1);
});

test("selecting text and releasing the mouse outside does not close the dialog", () => {
  const { close, dialog } = open();
  press(screen.getByLabelText("Amount"), dialog);
  expect(close).not.toHaveBeenCalled();
});

test("the dialog cannot be closed while its request runs", () => {
  const { close, dialog } = open(true);
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  press(dialog, dialog);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(close).not.toHaveBeenCalled();
});

test("the focus moves to the page's content if the opener no longer exists", async () => {
  const page = (isOpen: boolean) => (
    <main tabIndex={-1}>
      {isOpen ? null : <button type="button">Purchase Plan</button>}
      <Dialog title="Purchase Starter Rig" isOpen={isOpen} onClose={() => undefined}>
        <input aria-label="Amount" />
      </Dialog>
    </main>
  );
  const { rerender, container } = render(page(false));
  screen.getByRole("button").focus();
  rerender(page(true));
  screen.getByLabelText("Amount").focus();
  rerender(page(false));
  await vi.waitFor(() => expect(document.activeElement).toBe(container.querySelector("main")));
});

test("a dialog closed by the browser while its request runs is reopened", () => {
  const { close, dialog } = open(true);
  dialog.close();
  expect([dialog.open, close.mock.calls]).toEqual([true, []]);
});
