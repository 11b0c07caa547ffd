/** Opens a session within the transaction of a sign-in. */
import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseTransaction, SealPlace } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { recordSignIn, type UserRow } from "../people/users-table.ts";
import { REFRESH_KEY_BYTES } from "../tokens/refresh-token.ts";
import { deleteOldest } from "./ending-table.ts";
import { insertLogin } from "./login-history-table.ts";
import { insertSession, raiseSession, type SessionRow } from "./sessions-table.ts";

export interface OpenedSession {
  readonly user: UserRow;
  readonly session: SessionRow;
}

interface Opening {
  readonly userId: string;
  /** Name of the method in the token's `amr`: password, otp or passkey. */
  readonly method: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

/** Opens a session at aal1, after one factor. */
export async function openSession(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "masterKey">,
  opening: Opening,
): Promise<OpenedSession> {
  const lacksCode = await hasSecondFactor(tx, opening.userId);
  return openWith(tx, deps, { ...opening, lacksCode });
}

/** Opens a session at aal2, after a method that counts as two factors. */
export async function openRaisedSession(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "masterKey">,
  { factorId, ...opening }: Opening & { readonly factorId: string },
): Promise<OpenedSession> {
  const { session, user } = await openWith(tx, deps, { ...opening, lacksCode: false });
  const { method, now } = opening;
  await raiseSession(tx, { sessionId: session.id, factorId, method, now });
  return { session: { ...session, aal: "aal2", proved_factor_ids: [factorId] }, user };
}

async function openWith(
  tx: DatabaseTransaction,
  { masterKey }: Pick<UsersDeps, "masterKey">,
  { userId, method, visitor, now, lacksCode }: Opening & { readonly lacksCode: boolean },
): Promise<OpenedSession> {
  const id = randomUUID();
  const refreshKeySealed = masterKey.seal(randomBytes(REFRESH_KEY_BYTES), refreshKeyPlace(id));
  const session = await insertSession(tx, {
    id,
    userId,
    refreshKeySealed,
    method,
    now,
    ...visitor,
  });
  await insertLogin(tx, { userId, method, isSuccess: true, lacksCode, now, ...visitor });
  const user = await recordSignIn(tx, { userId, now });
  // The user's row is locked, so concurrent sign-ins cannot exceed the limit.
  await deleteOldest(tx, { exceptId: id, aal: lacksCode ? "aal1" : null });
  return { session, user };
}

export function refreshKeyOf(
  { masterKey }: Pick<UsersDeps, "masterKey">,
  session: SessionRow,
): Buffer {
  return masterKey.unseal(session.refresh_key_sealed, refreshKeyPlace(session.id));
}

function refreshKeyPlace(sessionId: string): SealPlace {
  return { table: "users_sessions", row: sessionId, column: "refresh_key_sealed" };
}
