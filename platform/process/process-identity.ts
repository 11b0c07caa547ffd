/**
 * Determines whether a recorded process still runs. The process id alone does not identify a
 * process, because the system reuses ids (in a container within seconds of a restart). Together
 * with the start time, the process id is unique.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";

/**
 * Returns a text that identifies the process and that no later process reuses. Undefined if there
 * is no such process.
 */
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

/** Sends a signal. Does nothing if the process does not exist, because it may just have ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * Returns a process's working folder. Undefined if the process has ended or the system does not
 * reveal the folder.
 */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/**
 * True if the process is the server `program` working in that folder, and neither a zombie nor a
 * later process with the same id. In a container, root may not be allowed to read other users'
 * working folders. In that case only the process's name and user are compared.
 */
export function worksIn(pid: number, folder: string, program: string): boolean {
  if (process.platform !== "linux") return true;
  if (processIdentity(pid) === undefined) return false;
  const place = workingFolder(pid);
  if (place !== undefined) return place === realpathSync(folder);
  try {
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    return name === program && statSync(`/proc/${pid}`).uid === statSync(folder).uid;
  } catch {
    return false;
  }
}

const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

function linuxIdentity(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces and parentheses, so fields are counted after its
    // end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[STATE_FIELD] === "Z") return undefined;
    return `${pid} ${fields[START_TIME_FIELD] ?? ""} ${boot}`;
  } catch {
    return undefined;
  }
}
