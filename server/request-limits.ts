/**
 * Limits the requests per minute to the API and the sign-in service. Requests without a session are
 * limited per network. Requests with a session or an API key are limited per user. All signed-in
 * requests of a network also share a limit, so that creating many accounts does not circumvent the
 * limit per user. This shared limit is far above the limit of a single user, and requests without a
 * session cannot use it up.
 *
 * Counts are kept in this process's memory, because a database write per read would cost more than
 * the read itself. Limits on money and passwords are counted in PostgreSQL by their modules.
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
    /** The caller of the request. Undefined before the check, and for a visitor. */
    found: Caller | KeyCaller | undefined;
  }
}

interface Deps {
  readonly limits: RequestLimits;
  /** Returns the caller. Throws if the token or key is invalid. */
  readonly identify: (token: string, ip: string) => Promise<Caller | KeyCaller>;
  /**
   * A monotonic clock in milliseconds. With the system clock, users could be locked out after the
   * clock is set back.
   */
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
const COUNTED = /^\/(?:api|auth\/v1|log|\.well-known)\//;
/**
 * Matches requests that refresh a session. These requests have their own limits (`refreshWithin`),
 * because a 4xx response to such a request would sign the user out, and a whole classroom may share
 * one address.
 */
const REFRESH = /^\/auth\/v1\/token\?(?:.*&)?grant_type=refresh_token(?:&|$)/;

/**
 * Installs the limits. Must be registered before the routes. Requests for pages, their files,
 * /livez and /readyz are not counted. The identified caller is stored in the request, so that the
 * route does not identify the caller again.
 */
export function limitRequests(app: FastifyInstance, { limits, identify, elapsedMs }: Deps): void {
  app.decorateRequest("found", undefined);
  const windows = createWindows(elapsedMs ?? (() => performance.now()));
  app.addHook("onRequest", async (request, reply) => {
    if (!isCounted(request) || REFRESH.test(request.url)) return;
    const networks = networksOf({ ip: request.ip });
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined) {
      // The request is counted before the token check, because the token check is the most
      // expensive step of a request.
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
 * True if the request is counted. Decides by the matched route, because the router decodes
 * `/%61pi/` to `/api/`. If no route matched, decides by the path.
 */
function isCounted({ routeOptions, url }: FastifyRequest): boolean {
  return COUNTED.test(routeOptions.url ?? "") || COUNTED.test(url);
}

/**
 * Returns the caller, or undefined without a valid token. A request without a valid token counts
 * towards its network's limit, and the route returns the error.
 */
async function callerOf(
  token: string | undefined,
  ip: string,
  identify: Deps["identify"],
): Promise<Caller | KeyCaller | undefined> {
  if (token === undefined) return undefined;
  return identify(token, ip).catch(() => undefined);
}
