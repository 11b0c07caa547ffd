/**
 * Detects an older copy of the database by the number of signatures. The database numbers each
 * signature, and a file in the data folder stores the last number as well. If the database's number
 * is lower than the file's, the database is an older copy, and payments that look unsigned may
 * already be paid.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile, type Database, type DatabaseTransaction } from "#platform";
import { lockPayments } from "../chain/payments-lock.ts";

const FILE = "payments-signed";
const KEPT = /^(\d{1,18})\n?$/;

/** Takes the next signature number. A rollback does not release the number. */
export async function countSignature(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select nextval('wallet_signature_number')");
}

/**
 * Compares the two signature numbers before a signed payment is sent, and raises the lower number
 * to the higher one. If the file had the higher number, locks payments and returns false.
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
