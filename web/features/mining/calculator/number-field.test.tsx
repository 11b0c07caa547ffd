/**
 * Tests that a field always shows the value that the calculation uses, even after a reset or a
 * link.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { followNumberFormat, numberFormatChoice } from "../../../ui/preferences/number-marks.ts";
import { fakeServer } from "../../../testing/page.tsx";
import type { ReferenceValues } from "../reference/reference-terms.ts";
import { calculatorDefaults } from "./calculator-search.ts";
import { CalculatorForm } from "./CalculatorForm.tsx";
import { NumberField } from "./NumberField.tsx";
import { useCalculator } from "./use-calculator.ts";

fakeServer();

const reference = {
  difficulty: "1000000000",
  rateUsdPerBtc: "60000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "2.0000",
  blockSeconds: 600,
  validFrom: "2026-09-16T09:00:00.000Z",
} as ReferenceValues;
const defaults = calculatorDefaults(reference);

async function showForm(): Promise<void> {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/purchase-power",
    component: () => <CalculatorForm calculator={useCalculator(defaults)} reference={reference} />,
  });
  const history = createMemoryHistory({ initialEntries: ["/purchase-power"] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(<RouterProvider router={router} />);
  await screen.findByLabelText(/^Power/);
}

const power = () => screen.getByLabelText<HTMLInputElement>(/^Power/);
const type = (value: string) => fireEvent.change(power(), { target: { value } });
const reset = () => fireEvent.click(screen.getByRole("button", { name: /^Reset/ }));

test("a reset refills an emptied field", async () => {
  await showForm();
  type("4");
  type("");
  reset();
  await waitFor(() => expect(power().value).toBe(String(defaults.powerKw)));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Reset/ })).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText(/^Hash rate/i));
  fireEvent.change(screen.getByLabelText(/^Electricity/), { target: { value: "0.5" } });
  type("");
  reset();
  await waitFor(() => expect(power().value).toBe(String(defaults.powerKw)));
  expect(power().getAttribute("aria-invalid")).toBeNull();
});

test("a value from the URL replaces the text, while typed text is kept", async () => {
  function Field() {
    const [value, setValue] = useState(3);
    return (
      <>
        <button type="button" onClick={() => setValue(7)}>
          from elsewhere
        </button>
        <NumberField field="powerKw" label="Power" suffix="kW" value={value} onChange={setValue} />
      </>
    );
  }
  render(<Field />);
  type("4.50");
  expect(power().value).toBe("4.50");
  type("");
  expect(power().value).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "from elsewhere" }));
  await waitFor(() => expect(power().value).toBe("7"));
});

test("the range is shown in the user's number format", () => {
  followNumberFormat();
  numberFormatChoice.set("de");
  try {
    render(
      <NumberField
        field="powerKw"
        label="Power"
        suffix="kW"
        value={3}
        onChange={() => undefined}
      />,
    );
    type("a lot");
    expect(document.body.textContent).toContain("1.000.000");
  } finally {
    numberFormatChoice.set("en");
  }
});
