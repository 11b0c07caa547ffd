/** Reads the code challenge (PKCE) of a request that mails a link. */
import { z } from "zod";
import type { CodeChallenge } from "../../mailed-links/code-challenge.ts";
import { AuthError } from "./auth-error.ts";

export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

const CHALLENGE = /^[\w.~-]{43,128}$/;

/**
 * Returns the challenge, or undefined if the request has none. Throws validation_failed for a
 * malformed challenge.
 */
export function readChallenge(body: {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}): CodeChallenge | undefined {
  const challenge = body.code_challenge ?? "";
  const method = (body.code_challenge_method ?? "").toLowerCase();
  if (challenge === "" && method === "") return undefined;
  if (challenge === "" || method === "")
    throw new AuthError(
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  if (method !== "plain" && method !== "s256")
    throw new AuthError("validation_failed", "Invalid value for code_challenge_method");
  if (!CHALLENGE.test(challenge))
    throw new AuthError(
      "validation_failed",
      "code challenge has to be between 43 and 128 characters",
    );
  return { challenge, method };
}
