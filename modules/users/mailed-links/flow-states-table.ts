/**
 * SQL statements for the codes that links with a code challenge (PKCE) return. Each code has 256
 * random bits, is stored as a hash, and works once within five minutes.
 */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseTransaction } from "#platform";
import type { CodeChallenge } from "./code-challenge.ts";

const CODE_BYTES = 32;

export async function insertFlowState(
  tx: DatabaseTransaction,
  flow: { userId: string; challenge: CodeChallenge; expiresAt: Date; now: Date },
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const { challenge, method } = flow.challenge;
  await tx.query(
    `insert into users_flow_states (auth_code_hash, user_id, code_challenge, code_challenge_method, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashOf(code), flow.userId, challenge, method, flow.expiresAt, flow.now],
  );
  return code;
}

export interface FlowState {
  readonly userId: string;
  readonly challenge: CodeChallenge;
  readonly expiresAt: Date;
}

/**
 * Returns the code's row and locks it until the transaction ends, so that only one of two
 * concurrent exchanges finds the code. To avoid deadlocks, locks the user's row first, like a
 * change of password.
 */
export async function lockFlowState(
  tx: DatabaseTransaction,
  code: string,
): Promise<FlowState | undefined> {
  await tx.query(
    `select from users_users where id = (select user_id from users_flow_states where auth_code_hash = $1) for no key update`,
    [hashOf(code)],
  );
  const [row] = await tx.query<CodeChallenge & { userId: string; expiresAt: Date }>(
    `select user_id as "userId", code_challenge as challenge, code_challenge_method as method, expires_at as "expiresAt"
     from users_flow_states where auth_code_hash = $1 for update`,
    [hashOf(code)],
  );
  if (!row) return undefined;
  const { userId, expiresAt, challenge, method } = row;
  return { userId, expiresAt, challenge: { challenge, method } };
}

export async function deleteFlowState(tx: DatabaseTransaction, code: string): Promise<void> {
  await tx.query("delete from users_flow_states where auth_code_hash = $1", [hashOf(code)]);
}

export async function deleteFlowStates(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from users_flow_states where user_id = $1", [userId]);
}

export async function deleteAllFlowStates(tx: DatabaseTransaction): Promise<void> {
  await tx.query("delete from users_flow_states");
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
