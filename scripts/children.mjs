// Runs programs so that none of them outlives the command. A signal is passed on to the programs
// once, and a program that does not end in time is killed. If this process dies suddenly, every
// program is notified (stop-with-parent.mjs).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { descendantsOf, endAll, withVariable } from "./descendants.mjs";
import { environment, root, say } from "./environment.mjs";
import { stopPatienceMs } from "./stop-patience.mjs";

const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 300;
/** Environment variable that identifies this process in the environment of all its descendants. */
const RUNNER = "HASHFLOOR_RUNNER";

const running = new Set();
let stoppedAt = 0;
/** Descendants of the programs at the time when this process was told to stop. */
const descendants = new Set();

export function isStopped() {
  return stoppedAt > 0;
}

/**
 * Runs a program. Resolves with its exit code. A program that was ended by a signal counts as 1.
 */
export function runChild(file, args, options = {}) {
  const { env = {}, cwd = root, shell = false, stdio = "inherit", onStart } = options;
  return new Promise((resolve) => {
    if (stoppedAt > 0) return resolve(1);
    const isWindows = process.platform === "win32";
    // The program runs in a separate process group, so that it receives a Ctrl-C once, from this
    // process, and not a second time from the terminal.
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
    // Waits for "close" instead of "exit", because the program's last output may still be pending
    // at "exit".
    child.once("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
    return undefined;
  });
}

/**
 * Like runChild, but resolves with `{ code, output }`, where `output` is the text from standard
 * output.
 */
export async function runQuietly(file, args, options) {
  let output = "";
  const code = await runChild(file, args, {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
    onStart: ({ stdout }) => stdout.setEncoding("utf8").on("data", (text) => (output += text)),
  });
  return { code, output };
}

/**
 * Like runChild, for a long-running Node program. The program also ends if this process is killed.
 */
export function runWatched(node, args, options) {
  const watcher = pathToFileURL(join(root, "scripts", "stop-with-parent.mjs")).href;
  const env = { ...options?.env, [RUNNER]: String(process.pid) };
  return runChild(node, ["--import", watcher, ...args], { ...options, env });
}

/**
 * Like runWatched, for a program whose child processes keep running when a signal ends the program.
 * These child processes are ended as well.
 */
export async function runWithDescendants(node, args, options) {
  const code = await runWatched(node, args, options);
  if (isStopped()) {
    // Includes processes that the program's workers started while the program was ending.
    const findMore = () => withVariable(RUNNER, String(process.pid));
    await endAll(descendants, stopPatienceMs(), findMore);
  }
  return code;
}

/**
 * Runs Node programs in parallel until one of them ends or this process is told to stop. The
 * remaining programs are then ended.
 */
export async function runServer(node, programs, mode) {
  // The compile cache halves the start time of every start after the first.
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
  // npm passes on a signal even if the terminal has already sent the signal to this process.
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
 * Returns npm's process id if npm started this process through a shell. The shell may outlive npm,
 * so npm is the process to watch.
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
