/** Tests an account whose open trades do not fit on one API page. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { useDesk } from "../account/use-desk.ts";
import { useCloseInFront } from "../desk/use-close-in-front.ts";
import { CloseDialog } from "./CloseDialog.tsx";
import type { Open } from "./use-is-another.ts";
import { OpenPositions } from "./OpenPositions.tsx";

const server = fakeServer();

beforeEach(() => {
  const trade = (id: string, price: string) => ({
    id,
    price,
    instrument: "EUR_USD",
    units: 700,
    state: "OPEN",
    openedAt: "2026-09-16T09:00:00.000Z",
    financingCents: 0,
    takeProfit: null,
    takeProfits: [],
    stopLoss: null,
    trailingDistance: null,
  });
  server.answer("GET /api/v1/forex/trades", ({ query }) =>
    Response.json(
      query["cursor"] === undefined
        ? { items: [trade("fxt_2", "1.20000")], nextCursor: "fxt_2" }
        : { items: [trade("fxt_1", "1.10000")], nextCursor: null },
    ),
  );
  server.answer("GET /api/v1/forex/positions", () =>
    Response.json({ items: [{ instrument: "EUR_USD", units: 1400 }] }),
  );
});

function Page() {
  const [open, setOpen] = useState<Open>();
  const closeInFront = useCloseInFront("EUR_USD", setOpen);
  return (
    <>
      <button type="button" onClick={closeInFront}>
        x
      </button>
      <OpenPositions desk={useDesk()} items={[]} onClose={setOpen} onReverse={setOpen} />
      {open && <CloseDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const confirm = () => screen.getByRole("button", { name: /Closing/ });
const sent = () => server.requests.filter(({ route }) => route.startsWith("PUT"));

test("the oldest trade loads with the next page and can be closed", async () => {
  renderPage(<Page />);
  await screen.findByRole("button", { name: /^Close .*1\.20000/ });
  fireEvent.click(screen.getByRole("button", { name: /^Load more trades/ }));
  fireEvent.click(await screen.findByRole("button", { name: /^Close .*1\.10000/ }));
  fireEvent.click(confirm());
  await waitFor(() =>
    expect(sent()).toMatchObject([{ route: "PUT /api/v1/forex/trades/fxt_1/close", body: {} }]),
  );
  expect(screen.queryByRole("button", { name: /^Load more trades/ })).toBeNull();
});

test("the close shortcut closes the whole position, not only the loaded trades", async () => {
  renderPage(<Page />);
  await screen.findByRole("button", { name: /^Close .*1\.20000/ });
  fireEvent.click(screen.getByRole("button", { name: "x" }));
  await screen.findByDisplayValue("1400");
  fireEvent.click(confirm());
  await waitFor(() =>
    expect(sent()).toMatchObject([{ route: "PUT /api/v1/forex/positions/EUR_USD/close" }]),
  );
});
