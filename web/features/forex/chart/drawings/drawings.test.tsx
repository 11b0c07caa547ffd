/**
 * Tests that drawings are placed, moved, deleted and restored with the pointer and with keys, and
 * that each change is saved in order.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { fakeServer, renderPage } from "../../../../testing/page.tsx";
import { shownToast } from "../../../../ui/toasts/toast-store.ts";
import type { ChartView } from "../axis/chart-view.ts";
import { DrawingLayer } from "./DrawingLayer.tsx";
import type { DrawnDrawing, Pixels } from "./drawings-primitive.ts";
import { useDrawings } from "./use-drawings.ts";
import type { ChartTool } from "./drawing-desk.ts";
import type { StoredDrawing } from "./user-drawing.ts";

const ID = "6b1c1c2e-5a77-4f0a-8a4f-3c1f6f0b9a01";
const server = fakeServer();
const START_MS = Date.UTC(2026, 10, 20, 10);
const MINUTE_MS = 60_000;
const bars = Array.from({ length: 20 }, (_, minute) => ({
  time: START_MS / 1_000 + minute * 60,
  open: 1.16,
  high: 1.1605,
  low: 1.1595,
  close: 1.1602,
}));

/** A plot in which each bar has 10 pixels and each pip has one pixel. 1.16 is at 500. */
const view: ChartView = {
  positionAt: (x) => x / 10,
  positionOf: (timeMs) => (timeMs - START_MS) / MINUTE_MS,
  timeAt: (position) => START_MS + position * MINUTE_MS,
  xOf: (position) => position * 10,
  yOf: (price) => 500 - (price - 1.16) * 10_000,
  priceAt: (y) => 1.16 + (500 - y) / 10_000,
  barAt: (position) => bars[position],
  lastPosition: () => bars.length - 1,
};
const EUR_USD = instrumentNamed("EUR_USD");

let stored: StoredDrawing[];
let drawn: readonly DrawnDrawing[];
beforeEach(() => {
  stored = [];
  drawn = [];
  server.answer("GET /api/v1/forex/drawings", () =>
    Response.json({ items: stored, nextCursor: null }),
  );
});

/** Accepts changes of a drawing as the server does. */
function accept(id: string): void {
  server.answer(`PUT /api/v1/forex/drawings/${id}`, ({ body }) => {
    const { version, ...rest } = body as StoredDrawing;
    const before = stored.find((one) => one.id === id);
    if ((before?.version ?? 0) !== version)
      return Response.json(
        { code: "drawing_changed", title: "Changed", detail: "elsewhere", status: 409 },
        { status: 409, headers: { "content-type": "application/problem+json" } },
      );
    const next = { ...rest, id, version: version + 1 };
    stored = [...stored.filter((one) => one.id !== id), next];
    return Response.json(next);
  });
  server.answer(`DELETE /api/v1/forex/drawings/${id}`, () => {
    stored = stored.filter((one) => one.id !== id);
    return Response.json({ isRemoved: true });
  });
}

const viewOf = () => view;
/** Reports that every drawing has its points in the plot. */
const followPixels = (place: (pixels: Pixels) => void) => {
  const point = { x: 1, y: 1 };
  place(new Map([ID, ...stored.map(({ id }) => id)].map((id) => [id, [point, point]])));
  return () => undefined;
};
const setDrawn = (next: readonly DrawnDrawing[]) => {
  drawn = next;
};

function Layer(props: { tool?: ChartTool; snaps?: boolean }) {
  const drawings = useDrawings();
  const [tool, onTool] = useState(props.tool);
  if (!EUR_USD) return null;
  const desk = { drawings, tool, onTool, snaps: props.snaps ?? false, onAlert: undefined };
  return (
    <DrawingLayer
      instrument={EUR_USD}
      desk={desk}
      shown={drawings.all}
      isMain
      view={viewOf}
      followPixels={followPixels}
      onDrawn={setDrawn}
    />
  );
}

const level = (id: string, price: string): StoredDrawing => ({
  id,
  instrument: "EUR_USD",
  kind: "level",
  points: [{ time: new Date(START_MS).toISOString(), price }],
  version: 1,
});
const handles = () => screen.findAllByRole("slider", { hidden: true });
const handle = async (index = 0) => {
  const one = (await handles())[index];
  if (!one) throw new Error("no handle");
  return one;
};
const sentBodies = () =>
  server.requests.filter(({ route }) => route.startsWith("PUT")).map(({ body }) => body);

/** Makes the id of the next new drawing known. */
function fixId(id: string): void {
  accept(id);
  Object.defineProperty(crypto, "randomUUID", { value: () => id, configurable: true });
}

test("two clicks place a trend line with points on the price grid", async () => {
  fixId(ID);
  renderPage(<Layer tool="trend" />);
  const layer = await screen.findByRole("application", { name: "Place a trend line" });
  layer.setPointerCapture = () => undefined;
  const click = (clientX: number, clientY: number) => {
    fireEvent.pointerDown(layer, { clientX, clientY, button: 0 });
    fireEvent.pointerUp(layer, { clientX, clientY });
  };
  click(41, 480);
  fireEvent.pointerMove(layer, { clientX: 70, clientY: 460 });
  expect(drawn.map(({ id, points }) => [id, points.length])).toEqual([["placing", 2]]);
  click(98, 450.04);
  await waitFor(() => expect(stored).toHaveLength(1));
  expect(stored[0]).toMatchObject({
    kind: "trend",
    points: [
      { time: "2026-11-20T10:04:00.000Z", price: "1.16200" },
      { time: "2026-11-20T10:10:00.000Z", price: "1.16500" },
    ],
    version: 1,
  });
  expect(screen.queryByRole("application")).toBeNull();
  expect(await handles()).toHaveLength(3);
  // The keyboard can move the new drawing immediately.
  expect(document.activeElement).toBe(await handle());
});

test("a drag places both points at once", async () => {
  fixId(ID);
  renderPage(<Layer tool="fibonacci" />);
  const layer = await screen.findByRole("application");
  layer.setPointerCapture = () => undefined;
  fireEvent.pointerDown(layer, { clientX: 20, clientY: 500, button: 0 });
  fireEvent.pointerMove(layer, { clientX: 60, clientY: 450 });
  fireEvent.pointerUp(layer, { clientX: 120, clientY: 400 });
  await waitFor(() => expect(stored).toHaveLength(1));
  expect(stored[0]?.points.map(({ price }) => price)).toEqual(["1.16000", "1.17000"]);
  const texts = drawn[0]?.levels.map(({ text }) => text);
  expect(texts).toEqual([
    "0.0 % 1.17000",
    "23.6 % 1.16764",
    "38.2 % 1.16618",
    "50.0 % 1.16500",
    "61.8 % 1.16382",
    "78.6 % 1.16214",
    "100.0 % 1.16000",
  ]);
});

test("a point snaps to the nearest price of its candle", async () => {
  fixId(ID);
  renderPage(<Layer tool="level" snaps />);
  const layer = await screen.findByRole("application");
  layer.setPointerCapture = () => undefined;
  // The high of the candle is at 495, which is less than ten pixels away.
  fireEvent.pointerDown(layer, { clientX: 50, clientY: 488, button: 0 });
  fireEvent.pointerUp(layer, { clientX: 50, clientY: 488 });
  await waitFor(() => expect(stored[0]?.points[0]?.price).toBe("1.16050"));
});

test("keys place a drawing and Esc cancels it", async () => {
  fixId(ID);
  renderPage(<Layer tool="trend" />);
  const layer = await screen.findByRole("application");
  expect(document.activeElement).toBe(layer);
  fireEvent.keyDown(layer, { key: "ArrowLeft", shiftKey: true });
  fireEvent.keyDown(layer, { key: "Enter" });
  fireEvent.keyDown(layer, { key: "ArrowUp" });
  await screen.findByText(/^Point 2: 1\.16030 at 20 Nov 2026/);
  fireEvent.keyDown(layer, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("application")).toBeNull());
  expect([stored, drawn]).toEqual([[], []]);
});

test("keys move a level, and quick changes are saved with the right version", async () => {
  stored = [level(ID, "1.16000")];
  accept(ID);
  renderPage(<Layer />);
  const one = await handle();
  one.focus();
  for (const key of ["ArrowUp", "Enter", "ArrowUp", "Enter"]) fireEvent.keyDown(one, { key });
  await waitFor(() => expect(stored[0]).toMatchObject({ version: 3 }));
  expect(stored[0]?.points[0]?.price).toBe("1.16020");
  expect(sentBodies()).toMatchObject([{ version: 1 }, { version: 2 }]);
  expect(shownToast()).toBeUndefined();
});

test("a change made in another tab is not overwritten", async () => {
  stored = [level(ID, "1.16000")];
  accept(ID);
  renderPage(<Layer />);
  const one = await handle();
  stored = [{ ...level(ID, "1.20000"), version: 2 }];
  fireEvent.keyDown(one, { key: "ArrowUp" });
  fireEvent.keyDown(one, { key: "Enter" });
  await waitFor(() => expect(shownToast()?.title).toBe("Changed"));
  await waitFor(() => expect(drawn[0]?.points[0]?.price).toBe(1.2));
  expect(stored[0]).toMatchObject({ version: 2 });
});

test("a deleted drawing can be restored", async () => {
  stored = [level(ID, "1.16000")];
  accept(ID);
  renderPage(<Layer />);
  fireEvent.keyDown(await handle(), { key: "Delete" });
  await waitFor(() => expect(stored).toEqual([]));
  expect(screen.queryAllByRole("slider", { hidden: true })).toEqual([]);
  shownToast()?.action?.run();
  await waitFor(() => expect(stored).toEqual([{ ...level(ID, "1.16000"), version: 1 }]));
  expect(await handles()).toHaveLength(1);
});
