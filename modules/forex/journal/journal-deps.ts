import type { DeskDeps } from "../feed/desk-deps.ts";
import type { ReplayDeps } from "../replays/open-replay.ts";

export interface JournalDeps extends ReplayDeps {
  /** Names the source of the live account's prices in the CSV file. */
  readonly feed: DeskDeps["feed"];
}
