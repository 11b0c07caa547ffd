/**
 * Compacts old payouts at a given time, in a process that tests kill or run twice at once.
 *
 * Usage:
 *   payout-compactor.ts <database url> <time> <days kept>
 */
import { openDatabase, silentLog } from "#platform";
import { compactPayouts } from "#mining";

const [, , url, time, days] = process.argv;
if (!url || !time || !days) throw new Error("name a database, a time and a number of days");
const database = openDatabase(url, { connectionsMax: 2 });
const clock = { now: () => new Date(time) };
await compactPayouts({ database, clock, log: silentLog, keptDays: Number(days), payoutSeconds: 1 });
await database.close();
