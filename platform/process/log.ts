/**
 * Writes structured log lines in UTC, without secrets. A user appears as a hash of the user's id.
 */
import { createHash } from "node:crypto";
import { pino, type Logger, type LoggerOptions } from "pino";
import type { LogFile } from "./log-file.ts";
import { secretsRemover } from "./log-secrets.ts";

export type Log = Logger;

const SECRET_PATHS = [
  "password",
  "code",
  "token",
  "access_token",
  "refresh_token",
  "authorization",
];
/** Matches error codes of the operating system and of databases, which are not secret. */
const FAILURE_CODE = /^(E[A-Z_]{3,}|(ERR|FST|HPE|UND)_\w+|[0-9A-Z]{5})$/;
const HASH_DIGITS = 12;

/**
 * Creates the log. `secrets` are configured secrets to remove. Without a file the log goes to
 * standard output.
 */
export function createLog(level: string, secrets: readonly string[] = [], file?: LogFile): Log {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: withoutRow,
      error: withoutRow,
      userId: hashedId,
      actor: hashedId,
      target: hashedId,
    },
    redact: {
      paths: SECRET_PATHS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]),
      censor: (value, path) =>
        path.at(-1) === "code" && FAILURE_CODE.test(String(value)) ? value : "[Redacted]",
    },
    hooks: { streamWrite: secretsRemover(secrets) },
  };
  return file ? pino(options, file) : pino(options);
}

/**
 * Removes the refused row that PostgreSQL repeats in an error, because the row may be a message
 * with a sign-in link.
 */
function withoutRow(error: unknown): unknown {
  // JavaScript can throw any value.
  if (!(error instanceof Error)) return error;
  const { detail: _detail, ...fields } = pino.stdSerializers.err(error);
  return fields;
}

/**
 * Returns the first digits of the id's SHA-256. They are enough to follow a user through the log
 * and to find the user in the database.
 */
function hashedId(id: unknown): string {
  return createHash("sha256").update(String(id)).digest("hex").slice(0, HASH_DIGITS);
}

export const silentLog: Log = pino({ level: "silent" });
