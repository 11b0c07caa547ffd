/**
 * How a dialog closes: on a press beside it, on Escape, and not by a slip nor while a request runs.
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
  // What the pressed and the released element have in common.
  fireEvent.click(dialog, { detail });
}

test("a click beside the dialog closes it; the second half of a double click on its opener does not", () => {
  const { close, dialog } = open();
  press(dialog, dialog, 2);
  expect(close).not.toHaveBeenCalled();
  press(dialog, dialog);
  expect(close).toHaveBeenCalledTimes(1);
});

test("selecting text in a field and letting the mouse go beside the dialog does not close it", () => {
  const { close, dialog } = open();
  press(screen.getByLabelText("Amount"), dialog);
  expect(close).not.toHaveBeenCalled();
});

test("while its request runs neither Escape, the click beside it nor its close button closes it", () => {
  const { close, dialog } = open(true);
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  press(dialog, dialog);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(close).not.toHaveBeenCalled();
});

test("the focus goes to the page's content when the opener is gone", async () => {
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

test("a browser that closes it unasked, at the second Escape in a row, opens it again while its request runs", () => {
  const { close, dialog } = open(true);
  dialog.close();
  expect([dialog.open, close.mock.calls]).toEqual([true, []]);
});
