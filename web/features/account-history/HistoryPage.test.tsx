/**
 * Tests that more events load near the end of the list, and that a failed page is requested again
 * only by the button.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Events } from "./HistoryPage.tsx";

const server = fakeServer();
const EVENTS = "GET /api/v1/ledger/events";

const event = {
  key: "faucet 1",
  cause: null,
  about: null,
  firstAt: "2026-03-01T09:00:00Z",
  lastAt: "2026-03-01T09:00:00Z",
  firstCode: "faucet",
  lastCode: "faucet",
  transfers: 1,
  payouts: 0,
  availableSats: 100_000,
  heldSats: null,
  availableCents: null,
  heldCents: null,
};

const later = () => server.requests.filter(({ query }) => query["cursor"] !== undefined).length;
const button = () => screen.findByRole("button", { name: /^Load more/ });
const nextFrame = () => new Promise(requestAnimationFrame);

test("a failed page is requested again only after a click on the button", async () => {
  const failed = Promise.withResolvers<Response>();
  server.answer(EVENTS, ({ query }) =>
    query["cursor"] === undefined
      ? Response.json({ items: [event], nextCursor: "2", proof: [] })
      : failed.promise,
  );
  renderPage(<Events filters={{}} />);
  await waitFor(async () => expect((await button()).getAttribute("aria-busy")).toBe("true"));
  server.answer(EVENTS, () => Response.json({ items: [], nextCursor: null, proof: null }));
  failed.resolve(Response.json({ title: "No", detail: "Not that.", code: "x" }, { status: 422 }));
  await screen.findByText(/^Stale since/);
  for (let frame = 0; frame < 20; frame += 1) await nextFrame();
  expect(later()).toBe(1);
  fireEvent.click(await button());
  await screen.findByText("End of list.");
  expect(later()).toBe(2);
});
