/**
 * Tells whether a process noted earlier still lives. A process id alone is not enough, because the
 * system uses ids again (in a container within seconds of its restart); the time of the start makes
 * it unique.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** A text that no other process, before or after, has; undefined when there is no such process. */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") return linuxIdentity(pid);
  if (!isAlive(pid)) return undefined;
  if (process.platform === "win32") return String(pid);
  const shown = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return shown.status === 0 ? `${pid} ${shown.stdout.trim()}` : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The folder a process works in; undefined when it is gone or the system does not tell. */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

function linuxIdentity(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces and parentheses: count fields after its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[STATE_FIELD] === "Z") return undefined;
    return `${pid} ${fields[START_TIME_FIELD] ?? ""} ${boot}`;
  } catch {
    return undefined;
  }
}
