/** Opens the bus: over NATS if NATS_URL is set, otherwise over the database. */
import { createHash } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import type { Log } from "../process/log.ts";
import { assertNats } from "./connect-nats.ts";
import { lineTimes } from "./reconnect.ts";
import type { NatsAddress } from "./nats-address.ts";
import { natsLine } from "./nats-line.ts";
import { shareBus, shareBusOver, type SharedBus } from "./share-bus.ts";

export interface BusPlan {
  /** NATS servers. Undefined if events are sent through the database. */
  readonly nats: NatsAddress | undefined;
  readonly url: string;
  readonly database: Queryable;
  readonly log: Log;
}

/**
 * Opens the bus. Throws StartError if NATS refuses the connection. Waits while NATS or the database
 * is unreachable.
 */
export async function openBus({ nats, url, database, log }: BusPlan): Promise<SharedBus> {
  if (!nats) return shareBus({ url, log });
  const installation = await installationOf(database);
  await assertNats(nats, `hashfloor.${installation}`, lineTimes.connectMsMax);
  return shareBusOver((listener) => natsLine({ address: nats, installation, log }, listener), {
    log,
  });
}

/**
 * Returns the installation's id, which all processes on one database share. The id does not change
 * when a standby is promoted. The id is not secret, because every client of the NATS server can see
 * it.
 */
async function installationOf(database: Queryable): Promise<string> {
  const [row] = await database.query<{ name: string }>(
    "select system_identifier || '/' || current_database() as name from pg_control_system()",
  );
  if (!row) throw new Error("the database did not return its system identifier");
  return createHash("sha256").update(row.name).digest("hex").slice(0, 32);
}
