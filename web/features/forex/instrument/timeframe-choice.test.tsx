/** Tests that every timeframe can be chosen, and that shortcut keys keep their timeframes. */
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { GRANULARITIES } from "#market";
import { QUICK_TIMEFRAMES } from "../view/forex-search.ts";
import { TimeframeChoice } from "./TimeframeChoice.tsx";

test("each timeframe of OANDA v20 has a button or is in the list", () => {
  const chosen: string[] = [];
  render(<TimeframeChoice value="M5" onChange={(timeframe) => chosen.push(timeframe)} />);
  for (const button of screen.getAllByRole("button")) fireEvent.click(button);
  const list = screen.getByRole("combobox", { name: "More timeframes" });
  for (const option of within(list).getAllByRole("option"))
    fireEvent.change(list, { target: { value: option.getAttribute("value") } });
  expect(chosen.toSorted()).toEqual(Object.keys(GRANULARITIES).toSorted());
  expect(QUICK_TIMEFRAMES).toEqual(["S5", "S30", "M1", "M5", "M15", "M30", "H1", "H4", "D"]);
});
