/** Runs the operator's commands. Errors that an operator can fix are printed as one line. */
import pg from "pg";
import {
  createLog,
  Outage,
  readConfig,
  secretsOf,
  StartError,
  type Config,
  type Log,
} from "#platform";

export interface Command {
  readonly config: Config;
  readonly log: Log;
}

/** Runs a command. Exits with status 0 if `run` resolves, otherwise with 1. */
export async function runCommand(run: (command: Command) => Promise<void>): Promise<void> {
  // Drafts are removed when the process exits normally. A signal without a handler would skip this
  // step.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(1));
  try {
    const config = atDatabaseItself(readConfig(process.env));
    // Only errors are logged, because the log of a temporary database is irrelevant.
    await run({ config, log: createLog("error", secretsOf(config)) });
    process.exit(0);
  } catch (error) {
    const line = lineOf(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    process.exit(1);
  }
}

/**
 * Returns the configuration with the database's direct URL, because dumps and restores need the
 * same session from start to end.
 */
function atDatabaseItself(config: Config): Config {
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl };
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** Returns the line to print; undefined for a programming error. */
function lineOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
    return `DATABASE_URL: ${error.message}. Use the login of a superuser or of the tables' owner.`;
  if (error instanceof Outage || error instanceof pg.DatabaseError)
    return `The command failed: ${error.message}.`;
  // Errors of the operating system, such as a full disk or missing permissions.
  if (error instanceof Error && "syscall" in error) return `The command failed: ${error.message}.`;
  return undefined;
}
