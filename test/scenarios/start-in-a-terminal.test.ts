/**
 * Tests a start in a terminal, which must print readable sentences and write JSON logs to the data
 * folder.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchServer, type LaunchedServer } from "../support/servers/launch-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-terminal-"));
const path = join(dataDir, "log", "hashfloor.log");
const AS_TERMINAL = "--import=data:text/javascript,process.stdout.isTTY=true";
let server: LaunchedServer;

beforeAll(async () => {
  server = await launchServer({
    dataDir,
    env: { NODE_OPTIONS: AS_TERMINAL, LOG_LEVEL: "info", STRATUM_PORT: "0", METRICS_PORT: "0" },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Line {
  readonly level: number;
  readonly msg: string;
}

function logLines(): readonly Line[] {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

test("the terminal shows the log file, the first administrator's link and the URL", () => {
  const [starting, log, noAdministrator, link, ready, ...rest] = server.output().split("\n");
  expect(starting).toBe(`Starting Hashfloor with its data in ${dataDir}. Press Ctrl-C to stop it.`);
  expect(log).toBe(`The log is in ${path}.`);
  expect(noAdministrator).toMatch(/^There is no administrator yet\./);
  expect(link).toMatch(/^ {2}http:\S+\/register#setup=\S+$/);
  expect(ready).toBe(`Hashfloor ready at ${server.url}`);
  expect(rest).toEqual([""]);
});

test("a clean first start logs nothing above info", () => {
  const lines = logLines();
  expect(lines.map(({ msg }) => msg)).toContain("miners connect here");
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});
