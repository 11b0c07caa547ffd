/**
 * Finds or creates the users for the programs that root starts. Each program has its own user,
 * which cannot open the other programs' files. A missing user is created once per machine. If the
 * user cannot be created, the caller continues without a separate user and reports the reason.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Numeric user and group for a child process. */
export interface ProcessOwner {
  readonly uid: number;
  readonly gid: number;
}

export type ProgramUser = "hashfloor-db" | "hashfloor-node";

export interface UserBook {
  readonly passwd: string;
  /** Paths of programs that create a user. The first existing program is used. */
  readonly useradd: readonly string[];
}

/** Absolute paths, so that root's PATH cannot select other programs. */
const SYSTEM: UserBook = {
  passwd: "/etc/passwd",
  useradd: ["/usr/sbin/useradd", "/sbin/useradd", "/usr/bin/useradd"],
};
const NOBODY = 65_534;
const MAKE_MS_MAX = 20_000;

const users = new Map<ProgramUser, ProcessOwner | string>();

/**
 * Returns the program's user, or undefined if this process is not root. If the user does not exist
 * and cannot be created, returns the reason as a string.
 */
export function programUser(name: ProgramUser): ProcessOwner | string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const user = users.get(name) ?? findOrMake(name, SYSTEM);
  users.set(name, user);
  return user;
}

/** Returns the unprivileged user, which other programs on the machine may share. */
export function nobody(): ProcessOwner {
  return find("nobody", SYSTEM.passwd) ?? { uid: NOBODY, gid: NOBODY };
}

export function findOrMake(
  name: ProgramUser,
  { passwd, useradd }: UserBook,
): ProcessOwner | string {
  const there = find(name, passwd);
  if (there) return there;
  const kind = ["--system", "--user-group", "--no-create-home"];
  const place = ["--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"];
  let reason = "there is no useradd";
  for (const program of useradd) {
    const run = spawnSync(program, [...kind, ...place, name], {
      env: {},
      encoding: "utf8",
      timeout: MAKE_MS_MAX,
    });
    if (run.error && "code" in run.error && run.error.code === "ENOENT") continue;
    reason = run.error?.message ?? run.stderr.trim().split("\n")[0] ?? "";
    break;
  }
  // Another start may have created the user at the same time. useradd reports this case as a
  // failure, so the user is looked up again.
  return find(name, passwd) ?? (reason || "useradd made none");
}

function find(name: string, passwd: string): ProcessOwner | undefined {
  try {
    const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(
      readFileSync(passwd, "utf8"),
    );
    return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined;
  } catch {
    return undefined;
  }
}
