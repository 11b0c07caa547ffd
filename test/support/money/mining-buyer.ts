/**
 * Makes purchases at a given time, in a process that tests kill.
 *
 * Usage:
 *   mining-buyer.ts <database url> <time> contract|boost <idempotency key> <user id>...
 */
import { openDatabase } from "#platform";
import { miningDeps } from "./mining.ts";
import { buyForAll } from "./purchases.ts";

const [, , url, time, what, key, ...userIds] = process.argv;
if (!url || !time || !key || (what !== "contract" && what !== "boost"))
  throw new Error("arguments are missing");
const database = openDatabase(url, { connectionsMax: 4 });
await buyForAll(miningDeps(database, time), { what, key, userIds });
await database.close();
