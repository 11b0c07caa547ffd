/**
 * Sends a link for setting a new password. The limit also applies to unknown addresses, and the
 * message is written after the response. Therefore neither the response nor its timing reveals
 * whether the address has an account.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { findUserByEmail, isBanned } from "../people/users-table.ts";
import { countNetworkHit } from "../rules/network-counters.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { countMessage, limitMail } from "./mail-limit.ts";
import { saveResetRequest } from "./reset-requests-table.ts";
import { sendLink } from "./send-link.ts";

interface RecoveryRequest {
  readonly email: string;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

/**
 * Reset requests per network and hour that administrators see. The limit is high enough for a
 * classroom that shares one network.
 */
const REQUESTS_MAX = 60;
const HOUR_MS = 3_600_000;

/**
 * Requests the message. Returns the work to do after the response. Throws
 * over_email_send_rate_limit.
 */
export async function recover(
  deps: UsersDeps,
  { email, challenge, redirectTo }: RecoveryRequest,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const mail = { email, kind: "recovery" } as const;
  await limitMail(deps, mail);
  return async () => {
    const now = deps.clock.now();
    const user = await findUserByEmail(deps.database, email);
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    await deps.database.transaction((tx) =>
      sendLink(tx, deps, { user, type: "recovery", redirectTo, challenge, now }),
    );
    deps.bus.publish("me", { userId: user.id, what: "mailbox" });
    // Without a mail server, only a signed-in user could read the message, so show the request to
    // administrators instead.
    if (!deps.mailLeaves) await showToAdministrators(deps, { userId: user.id, visitor, now });
  };
}

async function showToAdministrators(
  { database }: Pick<UsersDeps, "database">,
  request: { readonly userId: string; readonly visitor: Visitor; readonly now: Date },
): Promise<void> {
  const { visitor, now } = request;
  const origin = { ip: visitor.ip };
  const window = { key: "reset-request", origin, max: REQUESTS_MAX, windowMs: HOUR_MS, now };
  if (!(await countNetworkHit(database, window))) await saveResetRequest(database, request);
}
