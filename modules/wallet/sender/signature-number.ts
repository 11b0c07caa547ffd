/**
 * Signatures are numbered by the database, and the last number stands in a file of the data folder,
 * too. A database whose number is behind that of the file is an older copy: what it calls unsigned
 * may have been paid.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile, type Database, type DatabaseTransaction } from "#platform";
import { lockPayments } from "../chain/payments-lock.ts";

const FILE = "payments-signed";
const KEPT = /^(\d{1,18})\n?$/;

/** A number stays used when the transaction is rolled back. */
export async function countSignature(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select nextval('wallet_signature_number')");
}

/**
 * Brings folder and database to one number; before anything signed is sent. False when the folder
 * knew of more: payments are locked then.
 */
export async function compareSignatures(database: Database, dataDir: string): Promise<boolean> {
  const stored = await readStored(dataDir);
  const [row] = await database.query<{ last: bigint }>(
    "select case when is_called then last_value else 0 end as last from wallet_signature_number",
  );
  const last = row?.last ?? 0n;
  if (last > stored) await keepFile(join(dataDir, FILE), `${last}\n`);
  if (last >= stored) return true;
  const reason = `The data folder knows of ${stored - last} signatures that the database does not: the database is an older copy.`;
  await database.transaction((tx) => lockPayments(tx, { reason }));
  await database.query("select setval('wallet_signature_number', $1)", [stored]);
  return false;
}

/** Throws when the file is there and holds no number. */
async function readStored(dataDir: string): Promise<bigint> {
  try {
    const [, number] = KEPT.exec(await readFile(join(dataDir, FILE), "utf8")) ?? [];
    if (number === undefined) throw new Error(`${FILE} in the data folder holds no number`);
    return BigInt(number);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0n;
    throw error;
  }
}
