/**
 * Structured log lines, UTC, with what could be a secret taken out and people told apart by a hash
 * of their id.
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
/** What systems and databases call a failure: no code that opens anything. */
const FAILURE_CODE = /^(E[A-Z_]{3,}|(ERR|FST|HPE|UND)_\w+|[0-9A-Z]{5})$/;
const HASH_DIGITS = 12;

/** `secrets`: what this installation was configured with. Without a file: to standard output. */
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

/** PostgreSQL repeats the row that it refused, which may be a message with its link. */
function withoutRow(error: unknown): unknown {
  // Anything can be thrown.
  if (!(error instanceof Error)) return error;
  const { detail: _detail, ...fields } = pino.stdSerializers.err(error);
  return fields;
}

/**
 * The beginning of its SHA-256: enough to follow somebody through the log, and to find who it is in
 * the database.
 */
function hashedId(id: unknown): string {
  return createHash("sha256").update(String(id)).digest("hex").slice(0, HASH_DIGITS);
}

export const silentLog: Log = pino({ level: "silent" });
