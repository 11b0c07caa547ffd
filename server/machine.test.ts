/** Tests the machine report while the node does not respond. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { machineOf } from "./machine.ts";

const db = fileDatabase();

type Deps = Parameters<typeof machineOf>[0];

const machineWith = (getInfo: () => Promise<unknown>) =>
  machineOf({
    database: db.database,
    node: { getInfo } as unknown as Deps["node"],
    dataDir: tmpdir(),
    startedAt: new Date(),
    eventLoop: { worstMs: () => 1.4 } as Deps["eventLoop"],
    works: true,
  });

test("a hanging node is reported long before its request times out", async () => {
  let isOver = false;
  const hanging = new Promise((_, reject) => {
    setTimeout(() => {
      isOver = true;
      reject(new Error("no answer in time"));
    }, 10_000).unref();
  });
  expect(await machineWith(() => hanging).nodeState()).toEqual({ problem: "no answer in 2 s" });
  expect(isOver).toBe(false);
});

test("the report shows a responding node's height or a failing node's error", async () => {
  const info = { blocks: 7, connections: 1, userAgent: "/node/", chain: "regtest" };
  expect(await machineWith(async () => info).nodeState()).toEqual({
    height: 7,
    peers: 1,
    userAgent: "/node/",
  });
  const away = machineWith(() => Promise.reject(new Error("it is being started again: why")));
  expect(await away.nodeState()).toEqual({ problem: "it is being started again: why" });
});
