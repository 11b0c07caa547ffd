/** Tests the journal's list, filters and entries, and the imports of other brokers' histories. */
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { DeskSourceContext } from "../source/desk-source.ts";
import { replayDesk } from "../source/replay-desk.ts";
import { Journal } from "./Journal.tsx";
import { readHistoryFile } from "./read-history-file.ts";

const server = fakeServer();
const PATH = "/api/v1/forex/journal";

const filled = {
  id: "fxo_1",
  instrument: "EUR_USD",
  side: "buy",
  units: 1_000,
  orderType: "MARKET",
  orderState: "FILLED",
  orderedAt: "2026-09-16T09:00:00.000Z",
  stopLoss: "1.16000",
  takeProfit: null,
  trade: {
    id: "fxt_1",
    state: "CLOSED",
    openedAt: "2026-09-16T09:00:00.000Z",
    closedAt: "2026-09-16T09:10:00.000Z",
    price: "1.16848",
    closePrice: "1.16948",
    realisedCents: 100,
    financingCents: -10,
  },
  plan: { text: "Buy the break.", tags: ["breakout"], writtenAt: "2026-09-16T08:59:00.000Z" },
  isPlanFrozen: true,
  note: null,
};
const pending = {
  ...filled,
  id: "fxo_2",
  orderState: "PENDING",
  trade: null,
  plan: null,
  isPlanFrozen: false,
};
const candle = (minute: number) => ({
  time: `2026-09-16T09:${String(minute).padStart(2, "0")}:00.000Z`,
  complete: true,
  volume: 1,
  mid: { o: "1.16800", h: "1.16900", l: "1.16700", c: "1.16850" },
});

beforeEach(() => {
  server.answer(`GET ${PATH}`, () => Response.json({ items: [pending, filled], nextCursor: null }));
  server.answer(`GET ${PATH}/labels`, () =>
    Response.json({ tags: ["breakout"], mistakes: ["too late"] }),
  );
  server.answer(`GET ${PATH}/entries/fxo_1`, () => Response.json(filled));
  server.answer(`GET ${PATH}/entries/fxo_2`, () => Response.json(pending));
  server.answer("GET /api/v1/forex/candles", () =>
    Response.json({ candles: [0, 1, 2, 3].map(candle) }),
  );
  server.answer(`GET ${PATH}/imports`, () => Response.json({ items: [], nextCursor: null }));
  server.answer(`GET ${PATH}/imported-trades`, () =>
    Response.json({ items: [], nextCursor: null }),
  );
});

const lastQuery = () => server.requests.findLast(({ route }) => route === `GET ${PATH}`)?.query;
const sent = (method: string) => server.requests.filter(({ route }) => route.startsWith(method));
async function openEntry(name: RegExp, place = 0) {
  fireEvent.click((await screen.findAllByRole("button", { name }))[place] as HTMLElement);
}

test("a filled order shows its plan without fields, and the reason", async () => {
  renderPage(<Journal />);
  await openEntry(/^Open the journal entry of Buy 1,000 EUR\/USD/, 1);
  const plan = await screen.findByRole("region", { name: "Plan" });
  expect(within(plan).getByText("Buy the break.")).toBeTruthy();
  expect(within(plan).getByText(/order is filled.*no longer be changed/)).toBeTruthy();
  expect(within(plan).queryByRole("textbox")).toBeNull();
  const chart = await screen.findByRole("img", {
    name: /Candles of M1 in EUR\/USD.*exit 1\.16948/,
  });
  expect(chart.querySelectorAll("rect")).toHaveLength(4);
  expect(sent("GET /api/v1/forex/candles").at(-1)?.query).toEqual({
    instrument: "EUR_USD",
    granularity: "M1",
    count: "50",
    to: "2026-09-16T09:30:00.000Z",
  });
});

test("the plan of a pending order can be saved", async () => {
  server.answer(`PUT ${PATH}/entries/fxo_2/plan`, () => Response.json(pending));
  renderPage(<Journal />);
  await openEntry(/^Open the journal/);
  fireEvent.change(await screen.findByLabelText(/^Plan, before/), { target: { value: "Wait" } });
  fireEvent.change(screen.getByLabelText("Tags of the plan"), {
    target: { value: "News, a ; news" },
  });
  fireEvent.click(screen.getByRole("button", { name: /^Save plan/ }));
  await waitFor(() =>
    expect(sent("PUT")).toMatchObject([{ body: { text: "Wait", tags: ["news", "a"] } }]),
  );
});

test("a note is saved with tags and mistakes, and a refusal is shown at the field", async () => {
  server.answer(`PUT ${PATH}/entries/fxo_1/note`, () =>
    Response.json({ title: "Full", detail: "The journal is full.", code: "full" }, { status: 409 }),
  );
  renderPage(<Journal />);
  await openEntry(/^Open the journal/, 1);
  fireEvent.change(await screen.findByLabelText(/^Note, after/), { target: { value: "Good" } });
  fireEvent.change(screen.getByLabelText("Tags"), { target: { value: "x".repeat(31) } });
  fireEvent.click(screen.getByLabelText("no stop loss"));
  fireEvent.change(screen.getByLabelText("Other mistakes"), { target: { value: "Bored" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save note/ }));
  await screen.findByText(/at most 10 tags of 30 characters/);
  expect(sent("PUT")).toEqual([]);
  fireEvent.change(screen.getByLabelText("Tags"), { target: { value: "trend" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save note/ }));
  await screen.findByText(/The journal is full\./);
  expect(sent("PUT")).toMatchObject([
    { body: { text: "Good", tags: ["trend"], mistakes: ["no stop loss", "bored"] } },
  ]);
});

test("Esc returns to the list, and the focus to the button of the entry", async () => {
  renderPage(<Journal />);
  await openEntry(/^Open the journal/, 1);
  fireEvent.keyDown(await screen.findByLabelText(/^Note, after/), { key: "Escape" });
  await waitFor(() => expect(document.activeElement?.id).toBe("journal-fxo_1"));
});

test("the list is filtered by tag, mistake, pair, period and text", async () => {
  renderPage(<Journal />);
  await screen.findAllByText("breakout");
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose("Tag", "breakout");
  choose("Mistake", "too late");
  choose("Instrument", "EUR_USD");
  choose("From", "2026-09-01");
  choose("To", "2026-09-30");
  choose("Search", " break ");
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      tag: "breakout",
      mistake: "too late",
      instrument: "EUR_USD",
      from: new Date("2026-09-01T00:00:00").toISOString(),
      to: new Date("2026-09-30T23:59:59.999").toISOString(),
      text: "break",
    }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull());
  expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
});

test("an empty journal explains how it fills, and no match says so", async () => {
  server.answer(`GET ${PATH}`, () => Response.json({ items: [], nextCursor: null }));
  renderPage(<Journal />);
  await screen.findByText("Nothing in the journal yet");
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "nothing" } });
  await screen.findByText("No entry matches");
  expect(screen.queryByText("Nothing in the journal yet")).toBeNull();
});

test("a replay shows only its own journal", async () => {
  renderPage(
    <DeskSourceContext value={replayDesk("r1")}>
      <Journal />
    </DeskSourceContext>,
  );
  await screen.findByRole("table", { name: "Journal entries" });
  expect(lastQuery()).toEqual({ replay: "r1" });
  expect(screen.queryByRole("button", { name: "Imported" })).toBeNull();
});

test("a refused history file names the line, and an accepted file is counted", async () => {
  const answers = [
    Response.json(
      { title: "File Refused", detail: "Line 3: the size is wrong.", code: "import_line" },
      { status: 422 },
    ),
    Response.json({ id: "i1", trades: 2, duplicates: 1, skipped: 3 }),
  ];
  server.answer(`POST ${PATH}/imports`, () => answers.shift() ?? Response.error());
  renderPage(<Journal />);
  fireEvent.click(await screen.findByRole("button", { name: "Imported" }));
  await screen.findByText("No imported trades yet");
  const field = screen.getByLabelText("History file");
  const choose = () =>
    fireEvent(
      field,
      createEvent.change(field, { target: { files: [new File(["ID,Symbol"], "h.csv")] } }),
    );
  const button = () =>
    screen
      .getAllByRole("button", { name: /^Import/ })
      .find(({ textContent }) => textContent !== "Imported");
  fireEvent.click(button() as HTMLElement);
  await screen.findByText("Choose a file.");
  choose();
  fireEvent.change(screen.getByLabelText("Time zone of the file"), { target: { value: "UTC+3" } });
  fireEvent.click(button() as HTMLElement);
  await screen.findByText(/Line 3: the size is wrong\./);
  choose();
  fireEvent.click(button() as HTMLElement);
  await waitFor(() => expect(sent("POST")).toHaveLength(2));
  expect(sent("POST").at(-1)?.body).toEqual({
    name: "h.csv",
    text: "ID,Symbol",
    timeZone: "UTC+3",
  });
});

test("an HTML report in UTF-16 is read as lines with tabs, without hidden cells", async () => {
  const html =
    '<!DOCTYPE html><table><tr><th colspan="3">Positions</th></tr><tr><td>Time</td><td class="hidden">x</td><td>A&nbsp;b</td></tr></table>';
  const units = Uint16Array.from(`\uFEFF${html}`, (character) => character.charCodeAt(0));
  expect(await readHistoryFile(new Blob([units]))).toBe("Positions\nTime\tA b");
  expect(await readHistoryFile(new Blob(["a,b\n1,2"]))).toBe("a,b\n1,2");
});
