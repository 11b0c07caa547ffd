/** Tests that a failed sweep is reported and does not stop the other sweeps. */
import { expect, test } from "vitest";
import { Outage, silentLog } from "#platform";
import { sweepEach } from "./sweep-each.ts";

test("sweeps after a failed one still run", async () => {
  const swept: string[] = [];
  const sweep = (name: string) => async () => void swept.push(name);
  const sweeps = {
    limits: sweep("limits"),
    answers: () => Promise.reject(new Outage("database", "the statement took too long")),
    events: sweep("events"),
    faucet: () => Promise.reject(new Error("permission denied")),
    challenges: sweep("challenges"),
  };
  await expect(sweepEach(silentLog, sweeps)).rejects.toThrow(
    "2 failed, answers: database: the statement took too long",
  );
  expect(swept).toEqual(["limits", "events", "challenges"]);
  await sweepEach(silentLog, { limits: sweep("limits") });
});
