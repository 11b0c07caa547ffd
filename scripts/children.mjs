// Runs programs so that none of them outlives the command: signals are passed on once, a program
// that does not end in time is killed, and every program watches for our own sudden death
// (stop-with-parent.mjs).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { descendantsOf, endAll, withVariable } from "./descendants.mjs";
import { environment, root, say } from "./environment.mjs";
import { stopPatienceMs } from "./stop-patience.mjs";

const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 300;
/** Names us in the environment of every program that we start and of those that it starts. */
const RUNNER = "HASHFLOOR_RUNNER";

const running = new Set();
let stoppedAt = 0;
/** What stood below our programs when we were told to stop. */
const descendants = new Set();

export function isStopped() {
  return stoppedAt > 0;
}

/** Resolves with the exit code; a program ended by a signal counts as 1. */
export function runChild(file, args, options = {}) {
  const { env = {}, cwd = root, shell = false, stdio = "inherit", onStart } = options;
  return new Promise((resolve) => {
    if (stoppedAt > 0) return resolve(1);
    const isWindows = process.platform === "win32";
    // Its own process group: a Ctrl-C reaches it from here, once, and not from the terminal as
    // well.
    const child = spawn(file, args, {
      cwd,
      shell,
      stdio,
      env: environment(env),
      detached: !isWindows,
    });
    running.add(child);
    onStart?.(child);
    child.once("error", (error) => {
      say(`could not run ${file}: ${error.message}`);
      running.delete(child);
      resolve(1);
    });
    // Not "exit": what it printed last may still be on its way.
    child.once("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
    return undefined;
  });
}

/** As runChild, but resolves with `{ code, output }`: what it printed on its standard output. */
export async function runQuietly(file, args, options) {
  let output = "";
  const code = await runChild(file, args, {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
    onStart: ({ stdout }) => stdout.setEncoding("utf8").on("data", (text) => (output += text)),
  });
  return { code, output };
}

/** As runChild, for a Node program that may live long: it also ends when we are killed. */
export function runWatched(node, args, options) {
  const watcher = pathToFileURL(join(root, "scripts", "stop-with-parent.mjs")).href;
  const env = { ...options?.env, [RUNNER]: String(process.pid) };
  return runChild(node, ["--import", watcher, ...args], { ...options, env });
}

/**
 * As runWatched, for a program that leaves its own children behind when a signal ends it: they end
 * with it.
 */
export async function runWithDescendants(node, args, options) {
  const code = await runWatched(node, args, options);
  if (isStopped()) {
    // Also what the program's workers started while it ended.
    const findMore = () => withVariable(RUNNER, String(process.pid));
    await endAll(descendants, stopPatienceMs(), findMore);
  }
  return code;
}

/** Runs Node programs side by side until one ends or we are told to stop; then ends the others. */
export async function runServer(node, programs, mode) {
  // From its second start on it takes half the time.
  const compiled = join(root, "node_modules", ".cache", "compiled");
  const env = { NODE_ENV: mode, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled };
  const codes = programs.map((args) => runWatched(node, args, { env }));
  const first = await Promise.race(codes);
  if (running.size > 0) stopAll("SIGTERM");
  await Promise.all(codes);
  return first;
}

function stopAll(signal) {
  const now = Date.now();
  // npm passes a signal on that the terminal has sent to us already.
  if (now - stoppedAt < SAME_SIGNAL_MS) return;
  stoppedAt = now;
  if (running.size === 0 && descendants.size === 0) process.exit(1);
  for (const pid of descendantsOf([...running].map((child) => child.pid))) descendants.add(pid);
  for (const child of running) child.kill(signal);
  setTimeout(() => {
    for (const child of running) child.kill("SIGKILL");
  }, stopPatienceMs()).unref();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => stopAll(signal === "SIGHUP" ? "SIGTERM" : signal));

const parent = process.ppid;
const shellParent = parentOfShell(parent);
setInterval(() => {
  const isAlone = process.ppid !== parent;
  const isShellAlone = shellParent !== undefined && parentOf(parent) !== shellParent;
  if ((isAlone || isShellAlone) && stoppedAt === 0) stopAll("SIGTERM");
}, PARENT_POLL_MS).unref();

/**
 * npm may start us through a shell, which lives on when npm is killed: then npm is the one to
 * watch.
 */
function parentOfShell(pid) {
  if (process.platform !== "linux" || process.env.npm_lifecycle_event === undefined)
    return undefined;
  try {
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    return /^(ba|da|z|k)?sh$/.test(name) ? parentOf(pid) : undefined;
  } catch {
    return undefined;
  }
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}
