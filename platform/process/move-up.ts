/**
 * What stands whole in a folder under one name goes up into the folder, entry by entry: from a
 * draft to that name in one step, so that whoever finds it later ends a move that was cut short.
 */
import { existsSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { syncPath } from "./sync-path.ts";

export const ON_ITS_WAY_UP = ".whole";

/** Everything in the draft is on the disk, and there is nothing beside it. */
export function moveUp(draft: string): void {
  const place = dirname(draft);
  renameSync(draft, join(place, ON_ITS_WAY_UP));
  syncPath(place);
  endMoveUp(place);
}

/** Throws StartError when something else has taken a place meanwhile. */
export function endMoveUp(place: string): void {
  const whole = join(place, ON_ITS_WAY_UP);
  if (!existsSync(whole)) return;
  for (const entry of readdirSync(whole).toSorted()) {
    const to = join(place, entry);
    if (existsSync(to)) throw new StartError(`${to} is in the way of ${join(whole, entry)}.`);
    renameSync(join(whole, entry), to);
  }
  syncPath(place);
  rmdirSync(whole);
  syncPath(place);
}
