/**
 * Sends pending events, in a process that tests kill.
 *
 * Usage:
 *   event-sender.ts <database url>
 */
import { sendNews } from "#notifications";
import { createBus, openDatabase, systemClock } from "#platform";

const [, , url] = process.argv;
if (!url) throw new Error("arguments are missing");
const database = openDatabase(url, { connectionsMax: 2 });
await sendNews({ database, clock: systemClock, bus: createBus() });
await database.close();
