/**
 * Gives a program's user the folder that the program works in, with all that is in it. Nothing may
 * run on it meanwhile.
 */
import { spawnSync } from "node:child_process";
import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { programEnvironment } from "./program-environment.ts";
import { nobody, type ProcessOwner } from "./system-user.ts";

/**
 * The folder itself comes last: who finds it done finds all of it done, however the one before
 * ended. Throws StartError when it is an ordinary user's, who could not go on with it.
 */
export function takeOver(folder: string, { uid, gid }: ProcessOwner): void {
  const now = lstatSync(folder).uid;
  if (now === uid) return;
  const isOfOurs = now === 0 || now === nobody().uid;
  if (!isOfOurs && now === lstatSync(dirname(folder)).uid)
    throw new StartError(
      `DATA_DIR: ${folder} belongs to user ${now}, who could not use it any more: start as that user.`,
    );
  const entries = readdirSync(folder).map((name) => join(folder, name));
  // It follows no link out of the folder, not even one that is put there meanwhile.
  const options = ["-R", "-P", "-h", `${uid}:${gid}`, "--", ...entries];
  const settings = { env: programEnvironment(), encoding: "utf8" } as const;
  const run = entries.length === 0 ? undefined : spawnSync("chown", options, settings);
  if (run && run.status !== 0)
    throw new StartError(
      `DATA_DIR: ${folder} cannot be given to user ${uid}: ${run.error?.message ?? run.stderr.trim()}`,
    );
  lchownSync(folder, uid, gid);
}
