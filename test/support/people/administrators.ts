/**
 * Creates administrators for a back office, with two-factor authentication on the test's clock. The
 * tests also use their sessions as a thief would.
 */
import type { Caller } from "#api/route";
import { authenticate } from "#users";
import { enrol, prove } from "./authenticator.ts";
import { proving, type BackOffice } from "./back-office.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  type SignInServer,
} from "../servers/sign-in-server.ts";

type Client = ReturnType<SignInServer["client"]>;

export const HOUR_MS = 3_600_000;
const reason = "a test";

/**
 * Returns the caller that `server/http.ts` would derive from a client's session. The caller can
 * re-authenticate at any time, like a user with the password or the authenticator.
 */
async function callerOf({ deps, server }: BackOffice, { auth }: Client): Promise<Caller> {
  const { data } = await auth.getSession();
  const caller = await authenticate(deps, data.session?.access_token);
  return proving(server, caller, caller.aal);
}

export async function withFactor(office: BackOffice, client: Client): Promise<Caller> {
  await prove(client.auth, await enrol(client.auth), office.server.clock.now());
  return callerOf(office, client);
}

/** Signs in with the password of a user without two-factor authentication. */
export async function signedIn({ server }: BackOffice, email: string): Promise<Client> {
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

export const atAal1 = async (office: BackOffice, email: string): Promise<Caller> =>
  callerOf(office, await signedIn(office, email));

/**
 * Returns an administrator whom the operator created several days ago, and whose authenticator was
 * enrolled then.
 */
export async function settledAdministrator(office: BackOffice): Promise<Caller> {
  const { client, userId } = await signUp(office.server);
  await withFactor(office, client);
  await office.deps.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', $2)",
    [userId, office.server.clock.now()],
  );
  office.server.clock.move(HOUR_MS / 3_600);
  office.deps.callerCache.dropUser(userId);
  return callerOf(office, client);
}

/** Returns the requests with which administrators appoint, confirm and remove each other. */
export function roleSteps(office: () => BackOffice) {
  const change = (caller: Caller, userId: string, steps: object) =>
    office().routes.changePerson({
      ...plainRequest,
      caller,
      params: { userId },
      body: { ...steps, reason },
    });
  return {
    change,
    give: (caller: Caller, userId: string) => change(caller, userId, { isAdmin: true }),
    take: (caller: Caller, userId: string) => change(caller, userId, { isAdmin: false }),
    confirm: (caller: Caller, userId: string) =>
      office().routes.confirmRole({
        ...plainRequest,
        caller,
        params: { userId },
        body: { reason },
      }),
    remove: (caller: Caller, userId: string) =>
      office().routes.deletePerson({
        ...plainRequest,
        caller,
        params: { userId },
        body: { reason },
      }),
    /**
     * Creates an account with the password `PASSWORD` and the administrator role. Returns its
     * e-mail address and id.
     */
    add: async (caller: Caller) => {
      const email = newEmail();
      const body = { name: "Puppet", email, password: PASSWORD, isAdmin: true, reason };
      const { id } = await office().routes.addPerson({ ...plainRequest, caller, body });
      return { email, userId: id };
    },
  };
}

/**
 * Returns a new administrator with two-factor authentication, created by `giver`. This is as far as
 * a single administrator can get alone.
 */
export async function puppetOf(office: BackOffice, giver: Caller): Promise<Caller> {
  const { email } = await roleSteps(() => office).add(giver);
  return withFactor(office, await signedIn(office, email));
}
