/** Tests that a replay has drawings of its own, which are deleted with the user. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import { moneyRequest, movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import type { Refusal } from "#platform";
import { forexReplayRoutes } from "../replay-routes.ts";
import { startReplay } from "../replays/start-replay.ts";
import { drawingsOf, forgetDrawings } from "./drawings-table.ts";

const file = fileDatabase();

test("a replay's drawings are separate, private and deleted with the user", async () => {
  const { database } = file;
  const deps = replayDeps(database, movableClock("2026-09-16T09:00:00Z"));
  const userId = await saver(database, 1_000n);
  const stranger = await saver(database, 1_000n);
  const { id: replayId } = await startReplay(deps, {
    request: moneyRequest(userId, "startReplay"),
    subject: { famous: "eur-chf-2015" },
    pace: 0,
  });
  const routes = forexReplayRoutes(deps);
  const ask = (caller: string) => ({
    caller: { userId: caller },
    ip: newAddress(),
    params: { replayId, drawingId: randomUUID() },
    query: {},
    body: {
      instrument: "EUR_CHF",
      kind: "level" as const,
      points: [{ time: new Date("2015-01-15T09:00:00Z"), price: "1.20100" }],
      version: 0,
    },
  });
  const drawing = await routes.setReplayDrawing(ask(userId) as never);
  const { items } = await routes.listReplayDrawings(ask(userId) as never);
  expect(items).toEqual([drawing]);
  expect(await drawingsOf(database, userId)).toEqual([]);
  const refused = routes.setReplayDrawing(ask(stranger) as never);
  await expect(refused.catch((error: Refusal) => error.code)).resolves.toBe("replay_unknown");
  await database.transaction((tx) => forgetDrawings(tx, { userId, now: new Date() }));
  expect(await drawingsOf(database, replayId)).toEqual([]);
});
