/**
 * Starts the embedded PostgreSQL and runs until a test kills this process.
 *
 * Usage:
 *   postgres-parent.ts <data folder>
 */
import { silentLog, startPostgres } from "#platform";

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error("name a data folder");
try {
  const { url, pid } = await startPostgres({ dataDir, log: silentLog });
  process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
  process.exitCode = 1;
}
