/**
 * Tests the panel shown while payouts are paused because of the clock. The panel explains the pause
 * and can resume payouts.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { PayPaused } from "./PayPaused.tsx";

const RESUME = "POST /api/v1/admin/pay/resume";
type Health = ApiAnswer<"getAdminStats">["health"];

const server = fakeServer();
const show = (payPaused: string | null) =>
  renderPage(<PayPaused health={{ payPaused, payPausedAt: "2026-05-05T12:00:00Z" } as Health} />);

test("resuming payouts sends the reason", async () => {
  server.answer(RESUME, () => Response.json({ isOpen: true }));
  show("The clock moved by 2 h 0 min at once.");
  screen.getByText("The clock moved by 2 h 0 min at once.");
  fireEvent.click(screen.getByRole("button", { name: "Resume pay" }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "the clock is right" } });
  fireEvent.click(dialog.getByRole("button", { name: /^Resume pay ?Resuming/ }));
  await waitFor(() => expect(shownToast()?.title).toBe("Pay resumed"));
  expect(server.requests.at(-1)).toMatchObject({
    route: RESUME,
    body: { reason: "the clock is right" },
  });
});

test("the panel is hidden unless payouts are paused", () => {
  show(null);
  expect(screen.queryByText("Pay is paused")).toBeNull();
});
