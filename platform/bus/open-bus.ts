/** The bus by the settings: over NATS where NATS_URL names one, else over the database. */
import { createHash } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import type { Log } from "../process/log.ts";
import { assertNats } from "./connect-nats.ts";
import { lineTimes } from "./reconnect.ts";
import type { NatsAddress } from "./nats-address.ts";
import { natsLine } from "./nats-line.ts";
import { shareBus, shareBusOver, type SharedBus } from "./share-bus.ts";

export interface BusPlan {
  /** Undefined: announcements go over the database. */
  readonly nats: NatsAddress | undefined;
  readonly url: string;
  readonly database: Queryable;
  readonly log: Log;
}

/** Throws StartError when NATS refuses us; one that is away, or a database, is waited for. */
export async function openBus({ nats, url, database, log }: BusPlan): Promise<SharedBus> {
  if (!nats) return shareBus({ url, log });
  const installation = await installationOf(database);
  await assertNats(nats, `hashfloor.${installation}`, lineTimes.connectMsMax);
  return shareBusOver((listener) => natsLine({ address: nats, installation, log }, listener), {
    log,
  });
}

/**
 * Processes on one database are one installation. The same on a standby that was promoted, and
 * nothing that opens anything: whoever may listen on NATS sees it.
 */
async function installationOf(database: Queryable): Promise<string> {
  const [row] = await database.query<{ name: string }>(
    "select system_identifier || '/' || current_database() as name from pg_control_system()",
  );
  if (!row) throw new Error("the database does not tell which one it is");
  return createHash("sha256").update(row.name).digest("hex").slice(0, 32);
}
