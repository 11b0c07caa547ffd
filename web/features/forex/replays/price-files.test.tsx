/**
 * Tests price file uploads. The error for an invalid file is shown at the field. A valid file is
 * listed and can be replayed.
 */
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { EXAMPLE } from "./example-prices.ts";
import { PriceFiles } from "./PriceFiles.tsx";
import type { BeginReplay } from "./use-begin-replay.ts";

const server = fakeServer();
const file = {
  id: "f1",
  name: "may.csv",
  sha256: "ab".repeat(32),
  instrument: "EUR_USD",
  kind: "M1",
  lines: 60,
  from: "2024-03-06T13:00:00Z",
  until: "2024-03-06T14:00:45Z",
  addedAt: "2026-11-23T10:00:00Z",
};
const PATH = "/api/v1/forex/price-files";

function open(items: readonly object[]) {
  server.answer(`GET ${PATH}`, () => Response.json({ items, nextCursor: null }));
  const begin = {
    mutate: vi.fn<BeginReplay["mutate"]>(),
    isPending: false,
  } as unknown as BeginReplay;
  renderPage(<PriceFiles begin={begin} />);
  return begin;
}

function choose(text: string) {
  const field = screen.getByLabelText("CSV file");
  const files = [new File([text], "may.csv")];
  fireEvent(field, createEvent.change(field, { target: { files } }));
}

const upload = () => fireEvent.click(screen.getByRole("button", { name: /^Upload/ }));

test("the error for an invalid file names the line", async () => {
  server.answer(`POST ${PATH}`, () =>
    Response.json(
      {
        title: "File Refused",
        detail: "The bid in line 7 is above the ask.",
        code: "prices_crossed",
      },
      { status: 422 },
    ),
  );
  open([]);
  upload();
  await screen.findByText("Choose a file.");
  choose("time,bid,ask");
  upload();
  await screen.findByText(/The bid in line 7 is above the ask\./);
  expect(screen.queryByText("Choose a file.")).toBeNull();
});

test("an uploaded file can be listed, replayed and removed", async () => {
  server.answer(`POST ${PATH}`, () => Response.json(file));
  server.answer(`DELETE ${PATH}/f1`, () => Response.json({ isRemoved: true }));
  const begin = open([file]);
  choose(EXAMPLE);
  upload();
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route.startsWith("POST"))?.body).toEqual({
      name: "may.csv",
      instrument: "EUR_USD",
      text: EXAMPLE,
    }),
  );
  await screen.findByText("60 minutes");
  fireEvent.click(screen.getByRole("button", { name: /^Replay may.csv/ }));
  expect(begin.mutate).toHaveBeenCalledWith({
    key: "f1",
    instrument: "EUR_USD",
    body: { priceFile: "f1", pace: 0 },
  });
  fireEvent.click(screen.getByRole("button", { name: /^Remove may.csv/ }));
  await waitFor(() => expect(server.requests.at(-1)?.route).toBe(`GET ${PATH}`));
});
