/**
 * Creates users with an authenticator on a test's sign-in server, and sends raw requests that the
 * official client would not send.
 */
import { authenticate, usersRoutes } from "#users";
import { enrol, prove } from "./authenticator.ts";
import {
  PASSWORD,
  plainRequest,
  signUp,
  type SignedUp,
  type SignInServer,
} from "../servers/sign-in-server.ts";
import { pendingSats } from "../money/pending.ts";

export const STEP_MS = 30_000;

export type Auth = SignedUp["client"]["auth"];

/**
 * Returns the helpers for a test file. `server` is a function, because the test file starts its
 * server later.
 */
export function secondFactorSteps(server: () => SignInServer) {
  /**
   * Signs up a user and enrols an authenticator. The authenticator's next code has not been used
   * yet.
   */
  async function protectedUser() {
    const person = await signUp(server());
    const { auth } = person.client;
    const app = await enrol(auth, "Phone");
    await prove(auth, app, server().clock.now());
    server().clock.move(2 * STEP_MS);
    return { ...person, auth, app };
  }

  /** Opens a session for an existing user with the password alone. */
  async function signInAgain(email: string) {
    const client = server().client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { auth: client.auth, session: data.session };
  }

  /** Sends a raw request to the sign-in service. Returns the HTTP status and error code. */
  async function send(method: string, path: string, token: string | undefined, body?: unknown) {
    const response = await fetch(`${server().url}/auth/v1${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { readonly error_code?: string };
    return `${response.status} ${answer.error_code ?? "ok"}`;
  }

  const routes = () => usersRoutes({ ...server().deps, pending: pendingSats(0n) });

  /** Returns the input that the API's handlers would receive for a request with this session. */
  async function requestOf(auth: Auth) {
    const caller = await authenticate(server().deps, await tokenOf(auth));
    return { ...plainRequest, caller };
  }

  const tokenOf = async (auth: Auth) => (await auth.getSession()).data.session?.access_token ?? "";

  const messagesTo = (userId: string) =>
    server().deps.database.query<{ template: string }>(
      "select template from notifications_messages where user_id = $1 order by id",
      [userId],
    );

  return { protectedUser, signInAgain, send, routes, requestOf, tokenOf, messagesTo };
}
