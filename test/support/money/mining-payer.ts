/**
 * Pays mining earnings at a given time, in a process that tests kill or run twice at once.
 *
 * Usage:
 *   mining-payer.ts <database url> <time> <rounds>
 */
import { createBus, openDatabase, silentLog } from "#platform";
import { payOutDue } from "#mining";

const [, , url, time, rounds] = process.argv;
if (!url || !time || !rounds) throw new Error("name a database, a time and a number of rounds");
const database = openDatabase(url, { connectionsMax: 8 });
const clock = { now: () => new Date(time) };
for (let round = 0; round < Number(rounds); round += 1)
  await payOutDue({
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    raiseWaitHours: 24,
  });
await database.close();
