/**
 * Computes PostgreSQL's SCRAM verifier of a password (RFC 5803). A server with `log_statement` logs
 * the SQL statement that sets a password. If the statement contains only the verifier, the log
 * cannot be used to log in. https://www.postgresql.org/docs/18/catalog-pg-authid.html
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns the verifier of a generated password. Passwords must be printable ASCII, which SASLprep
 * does not change.
 */
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
