/**
 * Tests that the log lines of a request carry the request's id, and that a request without log
 * lines creates no logger.
 */
import { fastify, LogController } from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";
import { requestLog } from "./request-log.ts";

test("a request's logger is created once, when it writes its first line", async () => {
  const lines: unknown[] = [];
  let made = 0;
  const log = pino(
    { level: "trace", base: null, timestamp: false, onChild: () => void (made += 1) },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => "request-1",
    childLoggerFactory: requestLog,
  });
  app.get("/silent", async () => "");
  app.get("/loud", async ({ log: own }) => {
    for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const)
      own[level]({ route: "/loud" }, level);
    own.child({ part: "of it" }).info("child");
    return own.level;
  });
  await app.ready();
  made = 0;
  await app.inject("/silent");
  expect({ made, lines }).toEqual({ made: 0, lines: [] });
  expect((await app.inject("/loud")).body).toBe("trace");
  expect(lines).toEqual([
    ...["trace", "debug", "info", "warn", "error", "fatal"].map((msg, index) => ({
      level: 10 * (index + 1),
      reqId: "request-1",
      route: "/loud",
      msg,
    })),
    { level: 30, reqId: "request-1", part: "of it", msg: "child" },
  ]);
  expect(made).toBe(2);
  await app.close();
});
