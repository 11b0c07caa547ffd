/**
 * Makes a program's user the owner of the program's folder and all files in it. No other process
 * may use the folder at the same time.
 */
import { spawnSync } from "node:child_process";
import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { programEnvironment } from "./program-environment.ts";
import { nobody, type ProcessOwner } from "./system-user.ts";

/**
 * Changes the owner. The folder itself is changed last, so a folder with the right owner is
 * complete even after an interruption. Throws StartError if the folder belongs to an ordinary user,
 * because that user could not use the folder afterwards.
 */
export function takeOver(folder: string, { uid, gid }: ProcessOwner): void {
  const now = lstatSync(folder).uid;
  if (now === uid) return;
  const isOfOurs = now === 0 || now === nobody().uid;
  if (!isOfOurs && now === lstatSync(dirname(folder)).uid)
    throw new StartError(
      `DATA_DIR: ${folder} belongs to user ${now}, who could then no longer use it. Start Hashfloor as that user.`,
    );
  const entries = readdirSync(folder).map((name) => join(folder, name));
  // The options prevent chown from following a link out of the folder, even if the link was created
  // after the entries were listed.
  const options = ["-R", "-P", "-h", `${uid}:${gid}`, "--", ...entries];
  const settings = { env: programEnvironment(), encoding: "utf8" } as const;
  const run = entries.length === 0 ? undefined : spawnSync("chown", options, settings);
  if (run && run.status !== 0)
    throw new StartError(
      `DATA_DIR: ${folder} cannot be given to user ${uid}: ${run.error?.message ?? run.stderr.trim()}`,
    );
  lchownSync(folder, uid, gid);
}
