/** Classifies database errors for the caller: an outage, or an error of the SQL itself. */
import pg from "pg";
import { Outage } from "../errors/refusal.ts";

/**
 * Tables were changed since a statement was prepared, for example by the migrations of a newer
 * version that runs at the same time. Inside a transaction it can be retried like any outage.
 */
export class StalePlan extends Outage {
  constructor(cause: unknown) {
    super("database", "the tables have changed", { cause });
  }
}

export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === "RevalidateCachedQuery";
}

/**
 * SQLSTATEs of an outage: the connection or the server ended (08, 57P0, 25P03), the server is full
 * (53), or it gave up on this attempt (deadlock, serialization failure, statement or lock timeout).
 * Nothing was written, so the work can be retried.
 */
const OUTAGE_STATES = /^(08|53|57P0|25P03|25006|40P01|40001|57014|55P03)/;
/** The server became a standby or read-only: another server may be the primary. */
export const READ_ONLY = "25006";

/**
 * Converts errors of the connection to an Outage. Errors of SQL itself (constraints, HF...) are
 * returned unchanged.
 */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isLost =
    OUTAGE_STATES.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Query read timeout/.test(
      error.message,
    );
  return isLost ? new Outage("database", error.message, { cause: error }) : error;
}

/** Returns the SQLSTATE of a database error, otherwise undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
