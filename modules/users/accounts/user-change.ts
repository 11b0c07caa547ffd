/** Types for an account change that a user requests, and for the changed account. */
import type { CodeChallenge } from "../mailed-links/code-challenge.ts";
import type { IdentityRow, JsonObject, UserRow } from "../people/users-table.ts";

export interface UserChange {
  /** E-mail address in lower case. */
  readonly email: string | undefined;
  /** New password, already checked against the password rules. */
  readonly password: string | undefined;
  readonly currentPassword: string | undefined;
  /** Code mailed by `reauthenticate`. */
  readonly nonce: string | undefined;
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

export interface ChangedUser {
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
}
