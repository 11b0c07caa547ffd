/** A change that a user asks for in their own account, and the account after it. */
import type { CodeChallenge } from "../mailed-links/code-challenge.ts";
import type { IdentityRow, JsonObject, UserRow } from "../people/users-table.ts";

export interface UserChange {
  /** In lower case. */
  readonly email: string | undefined;
  /** Held against the rules already. */
  readonly password: string | undefined;
  readonly currentPassword: string | undefined;
  /** The code that `reauthenticate` mailed. */
  readonly nonce: string | undefined;
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

export interface ChangedUser {
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
}
