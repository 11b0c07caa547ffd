/** Tests that a button keeps the focus when its disabled reason appears or disappears. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Button } from "./Button.tsx";

afterEach(cleanup);

test("the focus stays on a button when its disabled reason appears or disappears", () => {
  const draw = (reason: string | undefined) => <Button disabledReason={reason}>Save</Button>;
  const { rerender } = render(draw(undefined));
  const button = screen.getByRole("button", { name: "Save" });
  button.focus();
  rerender(draw("Nothing is changed."));
  expect(screen.getByRole("button", { description: "Nothing is changed." })).toBe(button);
  expect(document.activeElement).toBe(button);
  rerender(draw(undefined));
  expect(document.activeElement).toBe(button);
});
