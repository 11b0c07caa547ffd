/**
 * Moves the files of a complete draft into its parent folder, one by one. The draft is first
 * renamed in one step, so that a later start can recognise and complete an interrupted move.
 */
import { existsSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { syncPath } from "./sync-path.ts";

export const ON_ITS_WAY_UP = ".whole";

/** Moves the draft, which must be synced to disk. The parent folder must contain nothing else. */
export function moveUp(draft: string): void {
  const place = dirname(draft);
  renameSync(draft, join(place, ON_ITS_WAY_UP));
  syncPath(place);
  endMoveUp(place);
}

/**
 * Completes the move. Throws StartError if the parent folder already has a file of the same name.
 */
export function endMoveUp(place: string): void {
  const whole = join(place, ON_ITS_WAY_UP);
  if (!existsSync(whole)) return;
  for (const entry of readdirSync(whole).toSorted()) {
    const to = join(place, entry);
    if (existsSync(to)) throw new StartError(`${to} blocks the move of ${join(whole, entry)}.`);
    renameSync(join(whole, entry), to);
  }
  syncPath(place);
  rmdirSync(whole);
  syncPath(place);
}
