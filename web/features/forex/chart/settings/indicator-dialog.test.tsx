/** Tests that indicators are added, adjusted, remembered and reset in the dialog. */
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer } from "../../../../testing/page.tsx";
import { FIRST_SETTINGS, changeSettings, readSettings } from "./chart-settings.ts";
import { IndicatorDialog } from "./IndicatorDialog.tsx";

fakeServer();

beforeEach(() => {
  changeSettings(FIRST_SETTINGS);
  render(<IndicatorDialog isOpen onClose={() => undefined} />);
});

const remembered = () => readSettings(localStorage.getItem("forex-chart")).indicators;
const group = (name: string) => within(screen.getByRole("group", { name, hidden: true }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const add = (kind: string) => {
  const select = screen.getByRole("combobox", { name: /^Indicator/, hidden: true });
  fireEvent.change(select, { target: { value: kind } });
  press("Add");
};

test("an added indicator is adjusted and remembered", () => {
  add("bollinger");
  const bands = group("Bollinger bands 20, 2");
  fireEvent.change(bands.getByLabelText("Deviations"), { target: { value: "2.5" } });
  fireEvent.change(group("Bollinger bands 20, 2.5").getByLabelText("Bars"), {
    target: { value: "30" },
  });
  const changed = group("Bollinger bands 30, 2.5");
  fireEvent.change(changed.getByRole("combobox", { name: /^Price/, hidden: true }), {
    target: { value: "typical" },
  });
  expect(remembered().at(-1)).toMatchObject({
    kind: "bollinger",
    length: 30,
    deviations: 2.5,
    source: "typical",
  });
});

test("a number out of range is named and not applied", () => {
  const bars = group("Moving average 20").getByLabelText("Bars");
  fireEvent.change(bars, { target: { value: "1" } });
  screen.getByText("Enter a number from 2 to 500.");
  expect(remembered()[0]?.length).toBe(20);
  add("macd");
  const fast = group("MACD 12, 26, 9").getByLabelText("Fast bars");
  fireEvent.change(fast, { target: { value: "26" } });
  screen.getByText("The fast average must have fewer bars than the slow one.");
  expect(remembered().at(-1)?.length).toBe(12);
});

test("indicators are removed and reset", () => {
  press("Remove Moving average 20");
  press("Remove ATR 14");
  screen.getByText("No indicators. Add one below.");
  expect(remembered()).toEqual([]);
  press("Reset");
  expect(remembered()).toEqual(FIRST_SETTINGS.indicators);
});

test("the number of indicators has a limit", () => {
  for (let count = 0; count < 12; count += 1) add("rsi");
  expect(remembered()).toHaveLength(10);
  screen.getByText("The chart shows at most 10 indicators.");
});
