// Finds all descendants of a process, including those whose parents have ended. A signal ends
// vitest, but not vitest's workers and the servers that tests started, so these must be found and
// ended separately.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 100;

/**
 * Returns the process ids of all descendants, without `pids` themselves. Returns an empty list if
 * the system has no `ps`.
 */
export function descendantsOf(pids) {
  const below = new Map();
  for (const [pid, parent] of processes()) below.set(parent, [...(below.get(parent) ?? []), pid]);
  const family = new Set();
  const visit = (pid) => {
    for (const child of below.get(pid) ?? []) {
      if (family.has(child)) continue;
      family.add(child);
      visit(child);
    }
  };
  for (const pid of pids) visit(pid);
  return family;
}

/**
 * Returns the process ids of all programs with this environment variable, even if their parents
 * have ended. Works only on Linux. On other systems the result is empty.
 */
export function withVariable(name, value) {
  if (process.platform !== "linux") return [];
  return processesOfLinux()
    .map(([pid]) => pid)
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(`${name}=${value}`));
}

/**
 * Asks these processes and their newer child processes to end, and kills the processes that do not
 * end in time. `findMore` returns processes that may have started since its last call.
 */
export async function endAll(pids, patienceMs, findMore = () => []) {
  const family = new Set(pids);
  const asked = new Set();
  const end = Date.now() + patienceMs;
  for (;;) {
    const alive = new Map(processes());
    for (const pid of family) if (!alive.has(pid)) family.delete(pid);
    for (const pid of findMore()) family.add(pid);
    for (const pid of descendantsOf(family)) family.add(pid);
    if (family.size === 0) return;
    const isLate = Date.now() > end;
    for (const pid of family) {
      if (asked.has(pid) && !isLate) continue;
      asked.add(pid);
      tell(pid, isLate ? "SIGKILL" : "SIGTERM");
    }
    await sleep(POLL_MS);
  }
}

function tell(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Returns each process with its parent, without zombies. */
function processes() {
  if (process.platform === "win32") return [];
  return process.platform === "linux" ? processesOfLinux() : processesOfPs();
}

function processesOfLinux() {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      if (/^State:\s+Z/m.test(status)) return [];
      return [[Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])]];
    } catch {
      return [];
    }
  });
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function processesOfPs() {
  try {
    const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
    const lines = text.trim().split("\n");
    const words = lines.map((line) => line.trim().split(/\s+/));
    return words
      .filter(([, , state]) => !state?.startsWith("Z"))
      .map(([pid, parent]) => [Number(pid), Number(parent)]);
  } catch {
    return [];
  }
}
