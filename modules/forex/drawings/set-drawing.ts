/**
 * Adds, changes and deletes drawings. A drawing that another tab has changed meanwhile is not
 * overwritten.
 */
import { forexLimits } from "#api/limits";
import { readPrice, type Instrument } from "#market";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { instrumentIn } from "../feed/instrument-in.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { deleteDrawing, lockDrawings, saveDrawing, type DrawingRow } from "./drawings-table.ts";

export interface DrawingRequest {
  readonly id: string;
  readonly instrument: string;
  readonly kind: DrawingRow["kind"];
  readonly points: readonly { readonly time: Date; readonly price: string }[];
  /** Version that the user saw. 0 adds a drawing. */
  readonly version: number;
}

const FIRST_TIME = new Date("1990-01-01T00:00:00Z");
const LAST_TIME = new Date("2100-01-01T00:00:00Z");

export interface DrawingDeps extends Pick<DeskDeps, "database" | "accounts" | "requirePerson"> {
  readonly feed: Pick<QuoteFeed, "only">;
}

export async function setDrawing(
  { database, accounts, requirePerson, feed }: DrawingDeps,
  userId: string,
  request: DrawingRequest,
): Promise<DrawingRow> {
  const drawing = readDrawing(request, instrumentIn(feed, request.instrument));
  const accountId = accounts.idOf(userId);
  return database.transaction(async (tx) => {
    await requirePerson(tx, userId);
    const existing = await lockDrawings(tx, accountId);
    const before = existing.find(({ id }) => id === drawing.id);
    assertVersion(before, request.version);
    if (before?.instrument !== drawing.instrument) assertRoom(existing, drawing, before);
    await saveDrawing(tx, accountId, drawing);
    return drawing;
  });
}

export async function removeDrawing(
  { database, accounts }: Pick<DrawingDeps, "database" | "accounts">,
  userId: string,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const accountId = accounts.idOf(userId);
  await database.transaction(async (tx) => {
    const existing = await lockDrawings(tx, accountId);
    assertVersion(
      existing.find((one) => one.id === id),
      version,
    );
    await deleteDrawing(tx, accountId, id);
  });
}

function assertVersion(before: DrawingRow | undefined, version: number): void {
  if (!before && version > 0) throw forexRefusals.drawing_unknown();
  if (before && before.version !== version) throw forexRefusals.drawing_changed();
}

function assertRoom(
  existing: readonly DrawingRow[],
  { instrument }: DrawingRow,
  before: DrawingRow | undefined,
): void {
  const { drawingsMax: max, drawingsPerInstrumentMax: perInstrument } = forexLimits;
  const here = existing.filter((one) => one.instrument === instrument).length;
  if (here >= perInstrument || (!before && existing.length >= max))
    throw forexRefusals.too_many_drawings({
      perInstrument: String(perInstrument),
      max: String(max),
    });
}

function readDrawing(
  { id, instrument, kind, points, version }: DrawingRequest,
  known: Instrument | undefined,
): DrawingRow {
  const [first, second] = points.map((point) => readPoint(known, point));
  if (!first || (kind === "level") !== (second === undefined))
    throw forexRefusals.drawing_invalid();
  return {
    // The database writes ids in lower case.
    id: id.toLowerCase(),
    instrument,
    kind,
    firstAt: first.time,
    firstPrice: first.price,
    secondAt: second?.time ?? null,
    secondPrice: second?.price ?? null,
    version: version + 1,
  };
}

function readPoint(
  instrument: Instrument | undefined,
  { time, price: text }: DrawingRequest["points"][number],
): { readonly time: Date; readonly price: number } {
  const price = instrument && readPrice(text, instrument);
  if (typeof price !== "number") throw forexRefusals.drawing_invalid();
  if (time < FIRST_TIME || time >= LAST_TIME) throw forexRefusals.drawing_invalid();
  return { time, price };
}
