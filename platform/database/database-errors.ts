/** What an error of the database is to who asked: an outage, or what SQL itself reports. */
import pg from "pg";
import { Outage } from "../errors/refusal.ts";

/**
 * Tables were changed since a statement was prepared, as by the migrations of a newer version
 * beside this one. Inside a transaction it may be tried again like every other outage.
 */
export class StalePlan extends Outage {
  constructor(cause: unknown) {
    super("database", "the tables were changed meanwhile", { cause });
  }
}

export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === "RevalidateCachedQuery";
}

/**
 * The connection or the server went (08, 57P0, 25P03), it is full (53), or it gave up on this
 * attempt: deadlock, serialization failure, statement or lock timeout. Nothing was written, the
 * same work may be done again.
 */
const OUTAGE_STATES = /^(08|53|57P0|25P03|25006|40P01|40001|57014|55P03)/;
/** The server became a standby, or was made to read only: another one may be the primary. */
export const READ_ONLY = "25006";

/**
 * Those become an Outage; what SQL itself reports (constraints, HF...) passes through unchanged.
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

/** The SQLSTATE of a database error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
