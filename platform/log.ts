/** Structured log lines, UTC, with the fields that could carry a secret taken out. */
import { pino, type Logger } from "pino";

export type Log = Logger;

const SECRET_PATHS = [
  "password",
  "code",
  "token",
  "access_token",
  "refresh_token",
  "authorization",
];

export function createLog(level: string): Log {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
    redact: SECRET_PATHS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]),
  });
}

export const silentLog: Log = pino({ level: "silent" });
