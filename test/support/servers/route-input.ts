/**
 * What the server hands to the handler of a route, and its answer as it goes over the line, for
 * tests of a module's routes.
 */
import type { Api, Caller } from "#api/route";
import { answerWriter } from "../../../server/write-answer.ts";

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

/**
 * Encodes an answer by the schema of its route, as JSON, so that what does not fit it throws, and
 * so does what the server would write otherwise.
 */
export function wireOf<RoomApi extends Api>(api: RoomApi) {
  return (name: keyof RoomApi, answer: unknown): unknown => {
    const response = api[name]?.response;
    const json = JSON.stringify(response?.encode(answer));
    const written = response && answerWriter(response)(answer);
    if (written !== json) throw new Error(`the server would write ${written} for ${json}`);
    return JSON.parse(json);
  };
}
