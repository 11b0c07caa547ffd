/** What the operator's commands share: one line for what a person can do something about. */
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

/** Ends the program with status 0 when `run` resolves, else with 1. */
export async function runCommand(run: (command: Command) => Promise<void>): Promise<void> {
  // A draft goes when the program ends, which a signal alone would not let it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(1));
  try {
    const config = atDatabaseItself(readConfig(process.env));
    // A database that is started for a minute says nothing of interest.
    await run({ config, log: createLog("error", secretsOf(config)) });
    process.exit(0);
  } catch (error) {
    const line = lineOf(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    process.exit(1);
  }
}

/** A dump and a restore need a session from their beginning to their end. */
function atDatabaseItself(config: Config): Config {
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl };
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** Undefined for a fault of the program. */
function lineOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
    return `DATABASE_URL: ${error.message}. Use the login of a superuser or of the tables' owner.`;
  if (error instanceof Outage || error instanceof pg.DatabaseError)
    return `The command failed: ${error.message}.`;
  // Of the system: no room on the disk, no right to the folder.
  if (error instanceof Error && "syscall" in error) return `The command failed: ${error.message}.`;
  return undefined;
}
