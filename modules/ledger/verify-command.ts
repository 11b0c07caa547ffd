/**
 * `npm run ledger:verify`: verifies the ledger in DATABASE_URL. Prints the problems it finds, and
 * then exits with status 1. The result is stored, so that withdrawals are paused until a
 * verification succeeds.
 */
import { databaseAddress, openDatabase, readSetting, StartError } from "#platform";
import { trialBalance } from "./trial-balance.ts";
import { verifyLedger } from "./verify.ts";
import { readVerificationStart, writeVerdict } from "./verdicts.ts";

// Prefer the direct URL, because a pooler supports neither timeouts per connection nor named
// statements.
const direct = readSetting(process.env, "DATABASE_DIRECT_URL");
const url = direct ?? readSetting(process.env, "DATABASE_URL");
if (!url) {
  process.stderr.write("DATABASE_URL is not set.\n");
  process.exit(2);
}

const database = openDatabase(addressOrEnd(url), { connectionsMax: 1 });
try {
  const startedAt = await readVerificationStart(database);
  const problems = await verifyLedger(database);
  // This write fails on a standby or with a read-only login, where the verification itself still
  // works.
  await writeVerdict(database, "whole", problems, startedAt).catch((error: Error) =>
    process.stderr.write(`The result could not be stored in the database: ${error.message}\n`),
  );
  for (const { name, asset, balance } of await trialBalance(database))
    process.stdout.write(`${name.padEnd(32)} ${asset} ${String(balance).padStart(20)}\n`);
  for (const { check, subject, expected, found } of problems)
    process.stdout.write(`WRONG ${check} of ${subject}: expected ${expected}, found ${found}\n`);
  process.stdout.write(
    problems.length === 0 ? "The ledger is correct.\n" : `Problems found: ${problems.length}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await database.close();
}

function addressOrEnd(text: string): string {
  try {
    return databaseAddress("DATABASE_URL", text);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
