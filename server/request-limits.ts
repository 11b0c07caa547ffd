/**
 * Limits the requests per minute to the API and the sign-in service. Requests without a session
 * count per network, and requests with a session or key count per user. All signed-in requests of a
 * network also share a limit, far above a single user's, so that creating many accounts does not
 * circumvent it. Requests without a session cannot use up that shared limit.
 *
 * Counts are kept in this process's memory, because a database write per read would cost more than
 * it protects. Limits on money and passwords are counted in PostgreSQL by their modules.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, KeyCaller } from "#api/route";
import { createWindows, defineRefusals, networksOf } from "#platform";
import { bearerToken } from "#users";

export interface RequestLimits {
  readonly anonymousPerMinute: number;
  readonly signedInPerMinute: number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The caller of the request. Undefined before the check, or for a visitor. */
    found: Caller | KeyCaller | undefined;
  }
}

interface Deps {
  readonly limits: RequestLimits;
  /** Returns the caller. Throws if the token or key is invalid. */
  readonly identify: (token: string, ip: string) => Promise<Caller | KeyCaller>;
  /** A monotonic clock in milliseconds, so that setting the system clock back locks nobody out. */
  readonly elapsedMs?: () => number;
}

const limitRefusals = defineRefusals({
  too_many_requests: {
    status: 429,
    title: "Too Many Requests",
    text: "There were more than {max} requests in a minute. Go on in {seconds} seconds.",
  },
});

/** The shared limit of a network, such as a school's, as a multiple of one user's limit. */
const PEOPLE_OF_NETWORK = 10;
const COUNTED = /^\/(?:api|auth\/v1|\.well-known)\//;
/**
 * Matches requests that refresh a session. They have limits of their own (`refreshWithin`), because
 * any 4xx here would sign users out, and a whole classroom may share one address.
 */
const REFRESH = /^\/auth\/v1\/token\?(?:.*&)?grant_type=refresh_token(?:&|$)/;

/**
 * Installs the limits. Must be registered before the routes. Pages, their files, /livez and /readyz
 * are not counted. Stores the identified caller in the request, so that the route need not identify
 * it again.
 */
export function limitRequests(app: FastifyInstance, { limits, identify, elapsedMs }: Deps): void {
  app.decorateRequest("found", undefined);
  const windows = createWindows(elapsedMs ?? (() => performance.now()));
  app.addHook("onRequest", async (request, reply) => {
    if (!isCounted(request) || REFRESH.test(request.url)) return;
    const networks = networksOf({ ip: request.ip });
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined) {
      // Counted before the token check, which is the most expensive step of a request.
      const all = limits.signedInPerMinute * PEOPLE_OF_NETWORK;
      refuseBeyond(reply, { max: all, waitMs: windows.countIn(networks, all, "all/") });
    }
    const caller = await callerOf(token, request.ip, identify);
    request.found = caller;
    const max = caller ? limits.signedInPerMinute : limits.anonymousPerMinute;
    const waitMs = caller ? windows.count(caller.userId, max) : windows.countIn(networks, max);
    refuseBeyond(reply, { max, waitMs });
  });
}

function refuseBeyond(reply: FastifyReply, { max, waitMs }: { max: number; waitMs: number }): void {
  if (waitMs === 0) return;
  const seconds = String(Math.ceil(waitMs / 1000));
  reply.header("retry-after", seconds);
  throw limitRefusals.too_many_requests({ max: String(max), seconds });
}

/**
 * True if the request counts. Uses the matched route, because the router decodes `/%61pi/` to
 * `/api/`, or the path if no route matched.
 */
function isCounted({ routeOptions, url }: FastifyRequest): boolean {
  return COUNTED.test(routeOptions.url ?? "") || COUNTED.test(url);
}

/**
 * Returns the caller, or undefined without a valid token. Such a request counts for its address,
 * and the route answers with the error.
 */
async function callerOf(
  token: string | undefined,
  ip: string,
  identify: Deps["identify"],
): Promise<Caller | KeyCaller | undefined> {
  if (token === undefined) return undefined;
  return identify(token, ip).catch(() => undefined);
}
