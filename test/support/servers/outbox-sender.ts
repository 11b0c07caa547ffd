/**
 * Sends the messages that are due at a later time, in a process that tests kill.
 *
 * Usage:
 *   outbox-sender.ts <database url> <smtp url> <milliseconds after now> [user id]
 *
 * With a user id, it first writes a message to that user.
 */
import { deliver } from "#notifications";
import { openDatabase, silentLog } from "#platform";
import { readSmtpUrl } from "../../../modules/notifications/outbox/mail-settings.ts";
import { createMailTransport } from "../../../modules/notifications/outbox/mail-transport.ts";
import { defaultOutboxLimits } from "../../../modules/notifications/outbox/outbox-limits.ts";
import { sendRound } from "../../../modules/notifications/outbox/send-round.ts";

const [, , url, smtpUrl, after, userId] = process.argv;
if (!url || !smtpUrl || !after) throw new Error("arguments are missing");
const database = openDatabase(url, { connectionsMax: 6 });
const clock = { now: () => new Date(Date.now() + Number(after)) };
if (userId !== undefined) {
  const values = { at: "now" };
  await database.transaction((tx) =>
    deliver(tx, { userId, template: "administrator_added", values, now: clock.now() }),
  );
}
const transport = createMailTransport(readSmtpUrl(smtpUrl), "http://floor.test");
const deps = { database, clock, log: silentLog, limits: defaultOutboxLimits };
await sendRound(deps, { channel: "email", transport });
transport.close();
await database.close();
