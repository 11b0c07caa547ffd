/**
 * Returns one line that describes why the start failed, if an operator can fix the cause, such as a
 * lost database connection or a full disk. Returns undefined for a bug.
 */
import pg from "pg";
import { asOutage, Outage, StartError, type Config } from "#platform";

export function lineOfFailure(
  thrown: unknown,
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
): string | undefined {
  if (thrown instanceof StartError) return thrown.message;
  const place =
    databaseUrl === undefined
      ? `DATA_DIR: the database in ${dataDir}`
      : "DATABASE_URL: the database";
  const error = asOutage(thrown);
  if (error instanceof Outage && error.what === "database")
    return oneLine(
      `${place} went away during the start (${messageOf(error)}). Start again once it answers.`,
    );
  if (error instanceof Outage) return oneLine(`${error.message}. Start again once it answers.`);
  if (error instanceof pg.DatabaseError) return oneLine(`${place} refused: ${error.message}.`);
  // Errors of the operating system, such as a full disk or missing permissions.
  if (error instanceof Error && "syscall" in error)
    return oneLine(`It was not started: ${error.message}.`);
  return undefined;
}

function messageOf({ what, message }: Outage): string {
  return message.replace(`${what}: `, "");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
