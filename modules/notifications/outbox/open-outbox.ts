/**
 * Opens the configured channels (e-mail, SMS) at the start and runs the workers that send their
 * messages.
 */
import { startWorker, type Bus, type Clock, type Database, type Log, type Worker } from "#platform";
import type { Channel } from "../messages/messages-table.ts";
import { readSmtpUrl } from "./mail-settings.ts";
import { defaultOutboxLimits, type OutboxLimits } from "./outbox-limits.ts";
import { saveOutlet } from "./outbox-table.ts";
import { sendRound } from "./send-round.ts";
import { createSmsTransport, readSmsGatewayUrl } from "./sms-transport.ts";
import { tidyOutbox } from "./tidy-outbox.ts";
import type { Transport } from "./transport.ts";

export interface OutboxSettings {
  readonly smtpUrl: string | undefined;
  readonly smsGatewayUrl: string | undefined;
}

/**
 * Validates the settings without connecting to a server. Throws a StartError with a single line.
 */
export function checkOutboxSettings({ smtpUrl, smsGatewayUrl }: OutboxSettings): void {
  if (smtpUrl !== undefined) readSmtpUrl(smtpUrl);
  if (smsGatewayUrl !== undefined) readSmsGatewayUrl(smsGatewayUrl);
}

export interface OutboxSetup extends OutboxSettings {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly siteUrl: string;
  readonly limits?: Partial<OutboxLimits>;
}

const EVERY_MS = 2_000;
const TIDY_EVERY_MS = 60_000;
/**
 * Grace period after a stop for messages that are being sent. Afterwards, these messages are
 * aborted, and the next start sends them again.
 */
const STOP_GRACE_MS = 5_000;

/**
 * Starts sending. Closes channels that are no longer configured. Messages of a closed channel wait
 * until the channel is configured again or they expire.
 */
export async function openOutbox(setup: OutboxSetup): Promise<Worker> {
  const { smtpUrl, smsGatewayUrl, siteUrl, database } = setup;
  const transports: Readonly<Record<Channel, Transport | undefined>> = {
    email: smtpUrl === undefined ? undefined : await openMail(smtpUrl, siteUrl),
    sms:
      smsGatewayUrl === undefined
        ? undefined
        : createSmsTransport(readSmsGatewayUrl(smsGatewayUrl)),
  };
  const workers = [startTidying(setup)];
  for (const channel of ["email", "sms"] as const) {
    const transport = transports[channel];
    await saveOutlet(database, { channel, isOpen: transport !== undefined });
    if (transport) workers.push(startSending(setup, channel, transport));
  }
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

async function openMail(smtpUrl: string, siteUrl: string): Promise<Transport> {
  const { createMailTransport } = await import("./mail-transport.ts");
  return createMailTransport(readSmtpUrl(smtpUrl), siteUrl);
}

function startTidying(setup: OutboxSetup): Worker {
  return startWorker(setup, {
    name: "outbox-tidy",
    everyMs: TIDY_EVERY_MS,
    async run() {
      notifyReaders(setup.bus, await tidyOutbox(setup));
    },
  });
}

function notifyReaders(bus: Bus, userIds: ReadonlySet<string>): void {
  for (const userId of userIds) bus.publish("me", { userId, what: "mailbox" });
}

function startSending(setup: OutboxSetup, channel: Channel, transport: Transport): Worker {
  const { database, clock, bus, log } = setup;
  const limits = { ...defaultOutboxLimits, ...setup.limits };
  const name = `outbox-${channel}`;
  const unsubscribe = bus.subscribe("me", ({ what }) => {
    if (what === "mailbox") bus.publish("wake", { worker: name });
  });
  const worker = startWorker(setup, {
    name,
    everyMs: EVERY_MS,
    async run(signal) {
      const deps = { database, clock, log, limits };
      notifyReaders(bus, await sendRound(deps, { channel, transport }, signal));
    },
  });
  return {
    async stop() {
      unsubscribe();
      const impatience = setTimeout(() => transport.close(), STOP_GRACE_MS);
      await worker.stop();
      clearTimeout(impatience);
      transport.close();
    },
  };
}
