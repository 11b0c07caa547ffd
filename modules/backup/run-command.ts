/**
 * Runs the operator's command-line programs. Errors that the operator can fix are printed as one
 * line.
 */
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

/** Runs a command. Exits with status 0 if `run` resolves, otherwise with status 1. */
export async function runCommand(run: (command: Command) => Promise<void>): Promise<void> {
  // Drafts are removed when the process exits normally. Without a handler, a signal would end the
  // process before that.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(1));
  try {
    const config = atDatabaseItself(readConfig(process.env));
    // Only errors are logged, because the temporary database's other log lines are irrelevant.
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
 * Returns the configuration with the database's direct URL instead of the pooler's, because dumps
 * and restores need one session from start to end.
 */
function atDatabaseItself(config: Config): Config {
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl };
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** Returns the line to print, or undefined if the error is a programming error. */
function lineOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
    return `DATABASE_URL: ${error.message}. Use the login of a superuser or of the tables' owner.`;
  if (error instanceof Outage || error instanceof pg.DatabaseError)
    return `The command failed: ${error.message}.`;
  // An operating-system error, such as a full disk or missing permissions.
  if (error instanceof Error && "syscall" in error) return `The command failed: ${error.message}.`;
  return undefined;
}
