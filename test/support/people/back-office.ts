/**
 * Creates a back office on a real database: an administrator, users to manage, and the audit log.
 */
import { adminRoutes, type AdminDeps } from "#admin";
import type { Caller } from "#api/route";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid } from "#platform";
import { authenticate } from "#users";
import { makeAdministrator } from "./operator.ts";
import { operator } from "../money/operator-products.ts";
import {
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../servers/sign-in-server.ts";

export interface BackOffice {
  readonly server: SignInServer;
  readonly deps: AdminDeps & SignInServer["deps"];
  readonly routes: ReturnType<typeof adminRoutes>;
  newAdministrator(): Promise<Caller>;
  /** Returns the latest audit entries, newest first. */
  audit(asked: Caller): Promise<AuditItem[]>;
  /** Credits coins to a user as a deposit would. */
  pay(userId: string, sats: bigint): Promise<void>;
  close(): Promise<void>;
}

export type AuditItem = Awaited<
  ReturnType<ReturnType<typeof adminRoutes>["listAudit"]>
>["items"][number];

export async function startBackOffice(
  limits: Parameters<typeof startSignInServer>[0] = {},
): Promise<BackOffice> {
  const server = await startSignInServer({ administratorWritesPerMinuteMax: 10_000, ...limits });
  const deps = {
    ...server.deps,
    ...operator,
    nodeHeight: async () => 42,
    nodeMempool: async () => [],
  };
  const routes = adminRoutes(deps);
  return {
    server,
    deps,
    routes,
    async newAdministrator() {
      const { session, userId } = await signUp(server);
      await makeAdministrator(server, userId);
      deps.callerCache.dropUser(userId);
      return authenticate(deps, session.access_token);
    },
    async audit(caller) {
      return (await routes.listAudit({ ...plainRequest, caller, query: { limit: 100 } })).items;
    },
    pay: (userId, sats) => payInto(deps, userAccount(userId, "available", "BTC"), sats),
    close: () => server.close(),
  };
}

/**
 * Returns a caller with two-factor authentication. Whenever a decision requires re-authentication,
 * the caller enters a code.
 */
export function proving(
  { clock }: Pick<SignInServer, "clock">,
  caller: Caller,
  aal: Caller["aal"] = "aal2",
): Caller {
  return {
    ...caller,
    aal,
    get provenAt() {
      return clock.now();
    },
  };
}

/** Credits coins to any account, as a deposit would. */
export async function payInto(
  { database }: Pick<AdminDeps, "database">,
  credit: string,
  sats: bigint,
): Promise<void> {
  await database.transaction((tx) =>
    postAll(tx, [
      { id: newUuid(), debit: outsideAccount("chain"), credit, amount: sats, code: "deposit" },
    ]),
  );
}
