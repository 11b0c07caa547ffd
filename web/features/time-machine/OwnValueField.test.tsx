/**
 * Tests that custom values accept a decimal point or comma, and that ambiguous values are refused.
 */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { OwnValueField } from "./OwnValueField.tsx";

fakeServer();

test("the ambiguous 60,000 is refused", () => {
  const taken: number[] = [];
  renderPage(
    <OwnValueField
      name="price"
      label="One-time price"
      unit="USD"
      value={0}
      onChange={(value) => void taken.push(value)}
    />,
  );
  const field = screen.getByLabelText(/^One-time price/);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type("60,000");
  expect(screen.getByText(/^Enter a number from 0 to/)).toBeTruthy();
  type("60000");
  expect(screen.queryByText(/^Enter a number from 0 to/)).toBeNull();
  type("0,5");
  expect(taken).toEqual([60_000, 0.5]);
});
