/**
 * What PostgreSQL keeps of a password (RFC 5803), made here: with `log_statement` a server writes
 * down the statement that sets one, and this opens nothing.
 * https://www.postgresql.org/docs/18/catalog-pg-authid.html
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Of a password of ours: printable ASCII, which SASLprep leaves as it is. */
export function passwordVerifier(password: string): string {
  if (!/^[!-~]+$/.test(password)) throw new Error("a password of ours is printable ASCII");
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyOf = (name: string): Buffer => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest();
  const [saltText, storedText, serverText] = [salt, stored, keyOf("Server Key")].map((bytes) =>
    bytes.toString("base64"),
  );
  return `SCRAM-SHA-256$${ITERATIONS}:${saltText}$${storedText}:${serverText}`;
}
