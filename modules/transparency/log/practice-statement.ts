/** Adds the log, the newest proof and a signature to practice.json. */
import { canonicalJson } from "#log";
import type { MasterKey, Queryable } from "#platform";
import { newestProof } from "../proofs/proofs-table.ts";
import { signBytes } from "./log-key.ts";
import { readLogStatement } from "./present-log.ts";

/**
 * Returns the fields that the log adds to the statement. The signature is Ed25519 by the log's key
 * over the UTF-8 bytes of the canonical JSON of the whole statement without `signature`. Its first
 * byte is "{", so it is never the signature of a checkpoint. Everything is null before the first
 * checkpoint.
 */
export async function readPracticeProofs(
  queryable: Queryable,
  masterKey: MasterKey,
  statement: Readonly<Record<string, unknown>>,
) {
  const newest = await newestProof(queryable);
  const proof = newest
    ? {
        id: newest.id,
        height: newest.height,
        root: newest.digest.toString("hex"),
        sumSats: newest.sumSats,
      }
    : null;
  const published = await readLogStatement(queryable, masterKey);
  if (!published) return { log: null, proof, signature: null };
  const { log, secretKey } = published;
  const bytes = signedBytes({ ...statement, log, proof });
  return { log, proof, signature: signBytes(bytes, secretKey).toString("base64") };
}

/** The bytes that are signed. Amounts are numbers, as in the response. */
function signedBytes(statement: Readonly<Record<string, unknown>>): Uint8Array {
  const wire: unknown = JSON.parse(
    JSON.stringify(statement, (_, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    ),
  );
  return new TextEncoder().encode(canonicalJson(wire));
}
