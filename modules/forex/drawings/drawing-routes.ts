/** Handlers for a user's drawings. */
import type { forexDrawingsApi } from "#api/forex-drawings";
import type { Handlers } from "#api/route";
import { priceText } from "#market";
import { knownInstrument } from "../book/known-instrument.ts";
import { drawingsOf, type DrawingRow } from "./drawings-table.ts";
import { removeDrawing, setDrawing, type DrawingDeps } from "./set-drawing.ts";

export function forexDrawingRoutes(deps: DrawingDeps): Handlers<typeof forexDrawingsApi> {
  return {
    async listForexDrawings({ caller }) {
      const rows = await drawingsOf(deps.database, deps.accounts.idOf(caller.userId));
      return { items: rows.map(presentDrawing), nextCursor: null };
    },
    async setForexDrawing({ caller, params, body }) {
      const request = { id: params.drawingId, ...body };
      return presentDrawing(await setDrawing(deps, caller.userId, request));
    },
    async removeForexDrawing({ caller, params, query: { version } }) {
      const drawing = { id: params.drawingId.toLowerCase(), version };
      await removeDrawing(deps, caller.userId, drawing);
      return { isRemoved: true };
    },
  };
}

function presentDrawing(row: DrawingRow) {
  const { id, instrument, kind, version, firstAt, firstPrice, secondAt, secondPrice } = row;
  const point = (time: Date, price: number) => ({
    time,
    price: priceText(price, knownInstrument(instrument)),
  });
  const second = secondAt === null || secondPrice === null ? [] : [point(secondAt, secondPrice)];
  return { id, instrument, kind, version, points: [point(firstAt, firstPrice), ...second] };
}
