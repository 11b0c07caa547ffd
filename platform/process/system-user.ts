/**
 * As whom programs run that root starts: each as a user of its own, which can open no file of the
 * others'. A missing one is made, once in the life of a machine; where that cannot be, the caller
 * goes on as it can and says so.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Numeric user and group of a process that is not to run as its parent. */
export interface ProcessOwner {
  readonly uid: number;
  readonly gid: number;
}

export type ProgramUser = "hashfloor-db" | "hashfloor-node";

export interface UserBook {
  readonly passwd: string;
  /** Programs that make a user; the first that is there is asked. */
  readonly useradd: readonly string[];
}

/** Whole paths: what comes first on the PATH of root's caller is not asked. */
const SYSTEM: UserBook = {
  passwd: "/etc/passwd",
  useradd: ["/usr/sbin/useradd", "/sbin/useradd", "/usr/bin/useradd"],
};
const NOBODY = 65_534;
const MAKE_MS_MAX = 20_000;

const users = new Map<ProgramUser, ProcessOwner | string>();

/**
 * Undefined unless this process is root. A text: there is no such user, and none can be made, for
 * that reason.
 */
export function programUser(name: ProgramUser): ProcessOwner | string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const user = users.get(name) ?? findOrMake(name, SYSTEM);
  users.set(name, user);
  return user;
}

/** Who may do nothing, and whom other programs of the machine may use, too. */
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
  // Another start may have made it meanwhile, which useradd calls a failure.
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
