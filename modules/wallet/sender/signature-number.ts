/**
 * The database numbers signatures, and a file in the data folder also stores the last number. A
 * database with a lower number than the file is an older copy. Its unsigned payments may already
 * have been paid.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile, type Database, type DatabaseTransaction } from "#platform";
import { lockPayments } from "../chain/payments-lock.ts";

const FILE = "payments-signed";
const KEPT = /^(\d{1,18})\n?$/;

/** Uses the next signature number. The number stays used if the transaction is rolled back. */
export async function countSignature(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select nextval('wallet_signature_number')");
}

/**
 * Brings the file and the database to the same number before a signed payment is sent. Returns
 * false and locks payments if the file had the higher number.
 */
export async function compareSignatures(database: Database, dataDir: string): Promise<boolean> {
  const stored = await readStored(dataDir);
  const [row] = await database.query<{ last: bigint }>(
    "select case when is_called then last_value else 0 end as last from wallet_signature_number",
  );
  const last = row?.last ?? 0n;
  if (last > stored) await keepFile(join(dataDir, FILE), `${last}\n`);
  if (last >= stored) return true;
  const reason = `The data folder records ${stored - last} signatures that are missing in the database. The database is an older copy.`;
  await database.transaction((tx) => lockPayments(tx, { reason }));
  await database.query("select setval('wallet_signature_number', $1)", [stored]);
  return false;
}

/** Reads the number from the file. Throws if the file exists but contains no number. */
async function readStored(dataDir: string): Promise<bigint> {
  try {
    const [, number] = KEPT.exec(await readFile(join(dataDir, FILE), "utf8")) ?? [];
    if (number === undefined) throw new Error(`${FILE} in the data folder contains no number`);
    return BigInt(number);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0n;
    throw error;
  }
}
