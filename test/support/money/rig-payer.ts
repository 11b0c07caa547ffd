/**
 * Places an order or sells a rig at a given time, in a process that tests kill.
 *
 * Usage:
 *   rig-payer.ts <database url> <time> order|sell <user id> <idempotency key> <item or rig id>
 */
import { openDatabase, requestHash } from "#platform";
import { placeOrder, sellRig } from "#shop";
import { shopDeps } from "./shop.ts";

const [, , url, time, what, userId, key, id] = process.argv;
if (!url || !time || !userId || !key || !id) throw new Error("arguments are missing");
const database = openDatabase(url, { connectionsMax: 4 });
const deps = shopDeps(database);
deps.clock.set(time);
const request = { userId, route: `${what}`, key, requestHash: requestHash({ id }) };
if (what === "order") await placeOrder(deps, { request, itemId: id, quantity: 1 });
else await sellRig(deps, { request, rigId: id });
await database.close();
