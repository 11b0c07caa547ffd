/** Tests the plan of the order ticket. */
import { fireEvent, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { FIRST_DRAFT, forOther, type Draft } from "./draft.ts";
import { isPlanValid, PlanFields, withPlan } from "./PlanFields.tsx";
import type { OrderBody } from "./read-draft.ts";

fakeServer();

const body: OrderBody = { type: "MARKET", instrument: "EUR_USD", units: "1000" };
let shown: Draft;

function Fields() {
  const [draft, setDraft] = useState(FIRST_DRAFT);
  useEffect(() => {
    shown = draft;
  }, [draft]);
  return <PlanFields draft={draft} onChange={(next) => setDraft({ ...draft, ...next })} />;
}

/** Opens the plan, whose fields load then. */
async function openPlan(): Promise<void> {
  const details = screen.getByRole<HTMLDetailsElement>("group");
  details.open = true;
  fireEvent(details, new Event("toggle"));
  await screen.findByLabelText(/^Plan, before/);
}

test("the typed plan is sent with the order", async () => {
  renderPage(<Fields />);
  expect(withPlan(body, shown)).toBe(body);
  await openPlan();
  fireEvent.change(screen.getByLabelText(/^Plan, before/), { target: { value: " Buy dips " } });
  fireEvent.change(screen.getByLabelText("Tags of the plan"), { target: { value: "Dip, trend" } });
  expect(screen.getByText("Plan (written)")).toBeTruthy();
  expect(withPlan(body, shown)).toEqual({
    ...body,
    plan: { text: "Buy dips", tags: ["dip", "trend"] },
  });
  expect(forOther(shown)).toMatchObject({ plan: "", planTags: "" });
});

test("a tag that is too long is marked and not sent", async () => {
  renderPage(<Fields />);
  await openPlan();
  const value = "x".repeat(31);
  fireEvent.change(screen.getByLabelText("Tags of the plan"), { target: { value } });
  await screen.findByText(/at most 10 tags of 30 characters/);
  expect(isPlanValid(shown)).toBe(false);
});
