/** Handlers for a user's drawings. */
import type { forexDrawingsApi } from "#api/forex-drawings";
import type { Handlers } from "#api/route";
import { priceText } from "#market";
import { knownInstrument } from "../book/known-instrument.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { drawingsOf, type DrawingRow } from "./drawings-table.ts";
import { removeDrawing, setDrawing } from "./set-drawing.ts";

export function forexDrawingRoutes({
  database,
  accounts: { idOf },
  feed,
}: DeskDeps): Handlers<typeof forexDrawingsApi> {
  return {
    async listForexDrawings({ caller }) {
      const rows = await drawingsOf(database, idOf(caller.userId));
      return { items: rows.map(presentDrawing), nextCursor: null };
    },
    async setForexDrawing({ caller, params, body }) {
      const request = { id: params.drawingId, ...body };
      return presentDrawing(await setDrawing(database, idOf(caller.userId), request, feed));
    },
    async removeForexDrawing({ caller, params, query: { version } }) {
      const drawing = { id: params.drawingId.toLowerCase(), version };
      await removeDrawing(database, idOf(caller.userId), drawing);
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
