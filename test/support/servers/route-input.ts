/**
 * What the server hands to the handler of a route, and its answer as it goes over the line, for
 * tests of a module's routes.
 */
import type { Api, Caller } from "#api/route";

/** A request of nobody, without parameters and body. */
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

/** The same of this user. */
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

/** Encodes an answer as the server does. Throws when it does not fit the schema of its route. */
export function wireOf<ModuleApi extends Api>(api: ModuleApi) {
  return (name: keyof ModuleApi, answer: unknown): unknown =>
    JSON.parse(JSON.stringify(api[name]?.response.encode(answer)));
}
