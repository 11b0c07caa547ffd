/** Tests that drawings are kept per account, with limits, and never overwritten silently. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { saver } from "../../../test/support/money/earn.ts";
import { deskDeps } from "../../../test/support/money/forex.ts";
import { forexLimits } from "#api/limits";
import type { Refusal } from "#platform";
import { drawingsOf, forgetDrawings } from "./drawings-table.ts";
import { removeDrawing, setDrawing, type DrawingDeps, type DrawingRequest } from "./set-drawing.ts";

const file = fileDatabase();
let deps: DrawingDeps;
let userId: string;
beforeEach(async () => {
  deps = deskDeps(file.database);
  userId = await saver(file.database, 1_000n);
});

const at = (time: string) => new Date(time);
const trend: DrawingRequest = {
  id: randomUUID(),
  instrument: "EUR_USD",
  kind: "trend",
  points: [
    { time: at("2026-11-19T10:00:00Z"), price: "1.16210" },
    { time: at("2026-11-20T10:00:00Z"), price: "1.17000" },
  ],
  version: 0,
};
const level: DrawingRequest = { ...trend, kind: "level", points: trend.points.slice(0, 1) };
const set = (request: DrawingRequest) => setDrawing(deps, userId, request);
const list = () => drawingsOf(file.database, userId);
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => "done",
    (error: Refusal) => error.code,
  );

test("a drawing is added, changed and deleted", async () => {
  await set(trend);
  const moved = { ...trend, version: 1, points: trend.points.toReversed() };
  expect((await set(moved)).version).toBe(2);
  expect(await list()).toMatchObject([
    { id: trend.id, kind: "trend", firstPrice: 1_170_000, secondPrice: 1_162_100, version: 2 },
  ]);
  await removeDrawing(deps, userId, { id: trend.id, version: 2 });
  expect(await list()).toEqual([]);
  // Undo adds the same drawing again.
  expect((await set(trend)).version).toBe(1);
});

test("a change of an outdated version is refused", async () => {
  await set(trend);
  await set({ ...trend, version: 1 });
  expect(await codeOf(set({ ...trend, version: 1 }))).toBe("drawing_changed");
  expect(await codeOf(set({ ...trend, version: 0 }))).toBe("drawing_changed");
  const remove = (id: string, version: number) =>
    codeOf(removeDrawing(deps, userId, { id, version }));
  expect(await remove(trend.id, 1)).toBe("drawing_changed");
  expect(await remove(randomUUID(), 1)).toBe("drawing_unknown");
  expect(await codeOf(set({ ...trend, id: randomUUID(), version: 3 }))).toBe("drawing_unknown");
  const both = await Promise.all([
    codeOf(set({ ...trend, version: 2 })),
    codeOf(set({ ...trend, version: 2 })),
  ]);
  expect(both.toSorted()).toEqual(["done", "drawing_changed"]);
});

test.each([
  ["a level with two points", { ...trend, kind: "level" }],
  ["a trend line with one point", { ...level, kind: "trend" }],
  ["an unknown instrument", { ...level, instrument: "EUR_XXX" }],
  [
    "a price between two steps",
    { ...level, points: [{ time: at("2026-11-20"), price: "1.162105" }] },
  ],
  ["a price of zero", { ...level, points: [{ time: at("2026-11-20"), price: "0" }] }],
  ["a time before 1990", { ...level, points: [{ time: at("0001-01-01"), price: "1.1" }] }],
  ["a time after 2099", { ...level, points: [{ time: at("9999-12-31"), price: "1.1" }] }],
] as const)("%s is refused", async (_, request) => {
  expect(await codeOf(set(request))).toBe("drawing_invalid");
  expect(await list()).toEqual([]);
});

test("the number of drawings has limits", async () => {
  // A price that is valid with the three decimals of a yen pair as well.
  const points = [{ time: at("2026-11-20T10:00:00Z"), price: "1.162" }];
  const add = (instrument: string) =>
    codeOf(set({ ...level, points, instrument, id: randomUUID() }));
  const { drawingsPerInstrumentMax: perInstrument, drawingsMax } = forexLimits;
  for (const instrument of ["EUR_USD", "USD_JPY", "GBP_USD", "EUR_CHF"])
    await Promise.all(Array.from({ length: perInstrument }, () => add(instrument)));
  expect(await list()).toHaveLength(drawingsMax);
  expect(await add("EUR_USD")).toBe("too_many_drawings");
  expect(await add("AUD_USD")).toBe("too_many_drawings");
  // At the limits, a drawing can still be changed.
  const [first] = await list();
  if (!first) throw new Error("no drawing");
  const moved = { ...level, points, instrument: first.instrument, id: first.id, version: 1 };
  expect(await codeOf(set(moved))).toBe("done");
});

test("accounts do not share drawings, and a deleted user's are deleted", async () => {
  const other = await saver(file.database, 1_000n);
  await set(trend);
  await setDrawing(deps, other, trend);
  await file.database.transaction((tx) => forgetDrawings(tx, { userId, now: new Date() }));
  expect(await list()).toEqual([]);
  expect(await drawingsOf(file.database, other)).toHaveLength(1);
});

test("a drawing that arrives during the deletion of the account is refused", async () => {
  const { database } = file;
  const { promise: deleted, resolve } = Promise.withResolvers<void>();
  const deleting = database.transaction(async (tx) => {
    await tx.query("select from users_users where id = $1 for update", [userId]);
    await tx.query("update users_users set deleted_at = now() where id = $1", [userId]);
    await forgetDrawings(tx, { userId, now: new Date() });
    resolve();
    await sleep(100);
  });
  await deleted;
  expect(await codeOf(set(trend))).toBe("session_ended");
  await deleting;
  expect(await list()).toEqual([]);
});
