/** Tests the prices of trailing stops at an earlier moment. */
import type { Order } from "#market";
import { expect, test } from "vitest";
import { movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { knownInstrument } from "../book/known-instrument.ts";
import { stopsAt, type TrailingStop } from "./trailing-price.ts";

const file = fileDatabase();
const market = () => replayDeps(file.database, movableClock("2026-09-16T09:00:00Z")).past;
const PLACED_MS = Date.parse("2024-05-14T13:00:00Z");
const MINUTE = 60_000;

function stopOf(units: number, placedMs = PLACED_MS): TrailingStop {
  const order: Order = {
    type: "TRAILING_STOP_LOSS",
    instrument: knownInstrument(units % 2 === 0 ? "EUR_USD" : "USD_JPY"),
    units,
    distance: 400,
    timeInForce: "GTC",
    positionFill: "REDUCE_ONLY",
    triggerCondition: "DEFAULT",
    onFill: {},
  };
  const price = units < 0 ? 1_000 : 1_000_000_000;
  return {
    id: `fxo_${units}`,
    order,
    placed: { placedAt: new Date(placedMs), price },
    moves: { before: undefined, after: undefined },
    isComplete: false,
  };
}

test("stops that are followed together have the prices of stops followed alone", async () => {
  const stops = [
    stopOf(-1),
    stopOf(2),
    stopOf(-2, PLACED_MS + 20 * MINUTE),
    stopOf(3, PLACED_MS + 5 * MINUTE),
  ];
  const atMs = PLACED_MS + 30 * MINUTE;
  const together = await stopsAt(market(), stops, atMs);
  for (const stop of stops) {
    const alone = await stopsAt(market(), [stop], atMs);
    expect(together?.get(stop.id)).toEqual(alone?.get(stop.id));
    expect(alone?.get(stop.id)?.movedSince?.getTime()).toBe(stop.placed.placedAt.getTime() - 1);
    expect(alone?.get(stop.id)?.price).not.toBe(stop.placed.price);
  }
  expect(new Set([...(together?.values() ?? [])].map(({ price }) => price)).size).toBe(4);
});

test("the ticks of all stops together are limited", async () => {
  const many = Array.from({ length: 1_000 }, (_, place) => stopOf(-2 * (place + 1)));
  expect((await stopsAt(market(), many, PLACED_MS + 2 * MINUTE))?.size).toBe(1_000);
  expect(await stopsAt(market(), many, PLACED_MS + 40 * MINUTE)).toBeUndefined();
});
