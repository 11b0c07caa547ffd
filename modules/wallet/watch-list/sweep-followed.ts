/** Deletes the on-chain state of transactions without followers. */
import type { Database } from "#platform";
import { lockCursor, readCursor } from "../chain/chain-table.ts";
import { deleteUnfollowed } from "./sightings-table.ts";

export async function sweepFollowed(database: Database): Promise<void> {
  if (!(await readCursor(database))) return;
  await database.transaction(async (tx) => {
    await lockCursor(tx);
    await deleteUnfollowed(tx);
  });
}
