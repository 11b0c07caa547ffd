/**
 * Classifies database errors for the caller: either an outage, or an error in the SQL statement
 * itself.
 */
import pg from "pg";
import { Outage } from "../errors/refusal.ts";

/**
 * A table was changed after a statement on it was prepared, for example by the migrations of a
 * newer version that runs at the same time. Inside a transaction, this error can be retried like
 * any outage.
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
 * SQLSTATEs of an outage: the connection or the server ended (08, 57P0, 25P03), the server has no
 * capacity (53) or is read-only (25006), or the server cancelled this attempt (deadlock,
 * serialization failure, statement or lock timeout). Nothing was written, so the work can be
 * retried.
 */
const OUTAGE_STATES = /^(08|53|57P0|25P03|25006|40P01|40001|57014|55P03)/;
/**
 * SQLSTATE of a write on a server that has become a standby or read-only. Another server may now be
 * the primary.
 */
export const READ_ONLY = "25006";

/**
 * Converts connection errors to an Outage. Errors in the SQL statement itself (constraints, HF...)
 * are returned unchanged.
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

/** Returns the SQLSTATE of a database error, or undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
