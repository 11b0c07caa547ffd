import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

/**
 * A program that prints its process id, Node version and signals, and ends half a second after a
 * signal.
 */
const PROGRAM = `
const signals: string[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {
  signals.push(signal);
  if (signals.length === 1) setTimeout(() => { console.log(JSON.stringify({ signals })); process.exit(0); }, 600);
});
console.log(JSON.stringify({ pid: process.pid, node: process.versions.node }));
setInterval(() => undefined, 1000);
`;

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-run-"));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
});

afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly lines: Interface;
  readonly pid: number;
  readonly node: string;
}

async function startProgram(): Promise<Run> {
  const started = spawn(process.execPath, ["scripts/run.mjs", join(folder, "program.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const lines = createInterface({ input: started.stdout });
  const { pid, node } = (await nextLine(lines)) as { pid: number; node: string };
  return { child: started, lines, pid, node };
}

async function nextLine(lines: Interface): Promise<unknown> {
  const [line] = (await once(lines, "line")) as [string];
  return JSON.parse(line);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("every npm command checks Node's version first", () => {
  for (const script of Object.values(packageFile().scripts))
    expect(script).toMatch(/^node scripts\/run\.mjs \S+$/);
});

test.each(["start", "test", "recovery-link", "modules/ledger/verify-command.ts"])(
  "Node 18 is refused in one sentence by %s",
  async (command) => {
    const version = "18.20.8";
    const fake = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
    const { code, text } = await runToEnd([
      "--import",
      `data:text/javascript,${fake}`,
      "scripts/run.mjs",
      command,
    ]);
    expect(text.trim()).toBe(
      `Hashfloor needs Node 20 or later, and this is Node ${version}: install a newer one from https://nodejs.org and try again.`,
    );
    expect(code).toBe(1);
  },
);

test("the first file uses Node 12 syntax and imports nothing before the check", () => {
  const text = readFileSync("scripts/run.mjs", "utf8");
  expect(text).not.toMatch(/^import |^export |\bawait\b|\?\?|\?\.|\|\|=|#/m);
  expect(packageFile().engines.node).toBe(`>=${/NODE_MIN = (\d+)/.exec(text)?.[1]}`);
});

test("programs run under the pinned Node", async () => {
  const { node, child: runner } = await startProgram();
  runner.kill("SIGTERM");
  await once(runner, "exit");
  expect(node).toBe(readFileSync(".node-version", "utf8").trim());
});

test("a signal sent by both the terminal and npm reaches a program once", async () => {
  const { child: runner, lines, pid } = await startProgram();
  const answer = nextLine(lines);
  const exit = once(runner, "exit");
  runner.kill("SIGINT");
  await sleep(20);
  runner.kill("SIGINT");
  expect(await answer).toEqual({ signals: ["SIGINT"] });
  expect((await exit)[0]).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test("a program is asked to end when its runner is killed", async () => {
  const { child: runner, lines, pid } = await startProgram();
  const answer = nextLine(lines);
  runner.kill("SIGKILL");
  expect(await answer).toEqual({ signals: ["SIGTERM"] });
  while (isAlive(pid)) await sleep(20);
});

test("a program that keeps serving after a signal is not killed", async () => {
  const module = join(import.meta.dirname, "stop-patience.mjs");
  const { stopPatienceMs } = (await import(module)) as {
    readonly stopPatienceMs: (environment: Readonly<Record<string, string>>) => number;
  };
  expect(stopPatienceMs({})).toBe(40_000);
  expect(stopPatienceMs({ STOP_WAIT_SECONDS: "60" })).toBe(100_000);
  const file = join(folder, "seconds");
  writeFileSync(file, "60\n");
  expect(stopPatienceMs({ STOP_WAIT_SECONDS_FILE: file })).toBe(100_000);
  for (const killer of ["children.mjs", "stop-with-parent.mjs"])
    expect(readFileSync(join(import.meta.dirname, killer), "utf8")).toMatch(
      /"SIGKILL"\)[^]*?\}?, stopPatienceMs\(\)\)/,
    );
});

test("an unknown command prints one line", async () => {
  const { code, text } = await runToEnd(["scripts/run.mjs", "fly"]);
  expect(code).toBe(1);
  expect(text.trim()).toMatch(
    /^Unknown command "fly"\. Known: start, dev, .+, recovery-link, \S+\.$/,
  );
});

test("a systemd unit with the old path of the backup command still runs it", async () => {
  const { code, text } = await runToEnd(["scripts/run.mjs", "backup/backup-command.ts"]);
  expect(code).toBe(1);
  expect(text.trim()).toBe("Usage: npm run backup -- FOLDER [--keep]");
});

async function runToEnd(words: readonly string[]) {
  const started = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
  let text = "";
  started.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(started, "close")) as [number];
  return { code, text };
}

function packageFile() {
  return JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly engines: { readonly node: string };
  };
}
