/**
 * Tests price file uploads. The error for an invalid file is shown at the field. A valid file is
 * listed and can be replayed.
 */
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
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
  format: "candles as time,o,h,l,c,spread",
  timeZone: null,
  isSpreadAssumed: false,
  lines: 60,
  closedLines: 3,
  replacedLines: 0,
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

function choose(text: string, name = "may.csv") {
  const field = screen.getByLabelText("Price file");
  const files = [new File([text], name)];
  fireEvent(field, createEvent.change(field, { target: { files } }));
}

async function sentText() {
  const body = server.requests.find(({ route }) => route.startsWith("PUT"))?.body;
  return body instanceof Blob ? body.text() : undefined;
}

const upload = () => fireEvent.click(screen.getByRole("button", { name: /^Upload/ }));

test("the error for an invalid file names the line", async () => {
  server.answer(`PUT ${PATH}/upload`, () =>
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
  server.answer(`PUT ${PATH}/upload`, () => Response.json(file));
  server.answer(`DELETE ${PATH}/f1`, () => Response.json({ isRemoved: true }));
  const begin = open([file]);
  choose(EXAMPLE);
  upload();
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route.startsWith("PUT"))?.query).toEqual({
      name: "may.csv",
      instrument: "EUR_USD",
    }),
  );
  expect(await sentText()).toBe(EXAMPLE);
  await screen.findByText(/60 minutes/);
  fireEvent.click(screen.getByRole("button", { name: /^Replay may.csv/ }));
  expect(begin.mutate).toHaveBeenCalledWith({
    key: "f1",
    instrument: "EUR_USD",
    body: { priceFile: "f1", pace: 0 },
  });
  fireEvent.click(screen.getByRole("button", { name: /^Remove may.csv/ }));
  await waitFor(() => expect(server.requests.at(-1)?.route).toBe(`GET ${PATH}`));
});

const MT5 = "<DATE>\t<TIME>\t<BID>\t<ASK>\n2024.01.02\t00:05:00.123\t1.10427\t1.10435";

test("the form asks for the time zone that the file does not contain", async () => {
  server.answer(`PUT ${PATH}/upload`, () => Response.json({ ...file, isSpreadAssumed: true }));
  open([]);
  expect(screen.queryByLabelText(/^Time zone/)).toBeNull();
  choose(MT5, "GBPUSD_ticks.csv");
  const zone = await screen.findByLabelText<HTMLSelectElement>(/^Time zone/);
  expect(zone.value).toBe("America/New_York+7");
  expect(screen.queryByText("Format: MetaTrader 5 ticks.")).not.toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>("Instrument").value).toBe("GBP_USD");
  fireEvent.change(zone, { target: { value: "Europe/Athens" } });
  upload();
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route.startsWith("PUT"))?.query).toEqual({
      name: "GBPUSD_ticks.csv",
      instrument: "GBP_USD",
      timeZone: "Europe/Athens",
    }),
  );
});

test("only the beginning of a file in an unknown format is sent", async () => {
  const detail = "The first lines are not in a known format.";
  server.answer(`PUT ${PATH}/upload`, () =>
    Response.json({ title: "File Refused", detail, code: "prices_head" }, { status: 422 }),
  );
  open([]);
  choose("a,b,c\n".repeat(100_000));
  upload();
  await screen.findByText(/not in a known format/);
  expect((await sentText())?.length).toBe(65_536);
});

test("a running upload shows its progress and can be cancelled", async () => {
  let end = (_response: Response) => {};
  server.answer(`PUT ${PATH}/upload`, () => new Promise((resolve) => (end = resolve)));
  server.answer(`GET ${PATH}/upload`, () =>
    Response.json({ upload: { name: "may.csv", bytes: 1_500_000, lines: 12_345 } }),
  );
  server.answer(`DELETE ${PATH}/upload`, () => {
    const detail = "The upload was cancelled. No part of the file was kept.";
    end(Response.json({ title: "x", detail, code: "price_upload_ended" }, { status: 409 }));
    return Response.json({ isCancelled: true });
  });
  open([]);
  choose(EXAMPLE);
  upload();
  await screen.findByText("Read 2 of 1 MB, line 12,345");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(shownToast()?.title).toBe("Upload Cancelled");
});
