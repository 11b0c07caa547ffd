import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

afterEach(cleanup);

test("a click beside the dialog closes it; the second half of a double click on its opener does not", () => {
  const close = vi.fn<() => void>();
  render(
    <Dialog title="Purchase Starter Rig" isOpen onClose={close}>
      Expected to lose 30.83 USD.
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog");
  fireEvent.click(dialog, { detail: 2 });
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(dialog, { detail: 1 });
  expect(close).toHaveBeenCalledTimes(1);
});
