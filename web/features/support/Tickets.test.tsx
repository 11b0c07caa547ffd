/** Tests that a long ticket shows its latest messages and loads earlier messages on request. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Tickets } from "./Tickets.tsx";

const server = fakeServer();

const at = "2026-01-01T00:00:00.000Z";

function ticketOf(numbers: readonly number[], nextCursor: string | null) {
  const messages = numbers.map((number) => ({
    id: `msg_${number}`,
    author: "user",
    text: `No ${number}.`,
    at,
  }));
  const times = { createdAt: at, updatedAt: at };
  return { id: "tkt_1", subject: "Deposit", state: "open", ...times, nextCursor, messages };
}

test("earlier messages load page by page above the later messages", async () => {
  server.answer("GET /api/v1/support/tickets", () =>
    Response.json({ items: [ticketOf([5, 6], "msg_5")], nextCursor: null }),
  );
  server.answer("GET /api/v1/support/tickets/tkt_1", ({ query }) =>
    Response.json(
      query["cursor"] === "msg_3" ? ticketOf([1, 2], null) : ticketOf([3, 4, 5, 6], "msg_3"),
    ),
  );
  renderPage(<Tickets />);
  await screen.findByText("No 6.");
  const shown = () => screen.getAllByText(/^No \d\.$/).map(({ textContent }) => textContent);
  expect(shown()).toEqual(["No 5.", "No 6."]);
  const earlier = () => screen.getByRole("button", { name: /^Earlier in this ticket/ });
  fireEvent.click(earlier());
  await screen.findByText("No 3.");
  expect(shown()).toEqual(["No 3.", "No 4.", "No 5.", "No 6."]);
  fireEvent.click(earlier());
  await screen.findByText("No 1.");
  expect(shown()).toEqual(["No 1.", "No 2.", "No 3.", "No 4.", "No 5.", "No 6."]);
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: /^Earlier in this ticket/ })).toBeNull(),
  );
});
