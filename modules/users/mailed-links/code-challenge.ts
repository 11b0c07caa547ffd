/**
 * Verifies that the client that exchanges a code is the client that requested it (PKCE).
 * https://www.rfc-editor.org/rfc/rfc7636
 */
import { createHash, timingSafeEqual } from "node:crypto";

export interface CodeChallenge {
  readonly challenge: string;
  readonly method: "plain" | "s256";
}

export function answersChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const answer =
    method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [actual, expected] = [Buffer.from(answer), Buffer.from(challenge)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
