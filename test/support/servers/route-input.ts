/**
 * Builds the input that the server passes to a route's handler, and encodes the handler's result as
 * the server does, for tests of a module's routes.
 */
import type { Api, Caller } from "#api/route";

/** A request without a session, parameters or body. */
export const anonymous = {
  caller: undefined,
  params: undefined,
  query: undefined,
  body: undefined,
  idempotency: undefined,
  ip: "127.0.0.1",
  origin: "http://127.0.0.1:3000",
  userAgent: "test",
} as const;

/** Returns the request `anonymous`, but from a signed-in user. */
export function signedInAs(userId: string) {
  const caller: Caller = {
    userId,
    email: "ann@example.org",
    sessionId: "s",
    aal: "aal1",
    isAdmin: false,
    isAnonymous: false,
  };
  return { ...anonymous, caller } as const;
}

/**
 * Returns a function that encodes a result like the server. It throws if the result does not match
 * the route's schema.
 */
export function wireOf<ModuleApi extends Api>(api: ModuleApi) {
  return (name: keyof ModuleApi, answer: unknown): unknown =>
    JSON.parse(JSON.stringify(api[name]?.response.encode(answer)));
}
