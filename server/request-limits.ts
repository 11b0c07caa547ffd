/**
 * Limits the requests per minute to the API and the sign-in service: for a network without a
 * session, and for a user with all sessions and keys. All requests of a network also have a common
 * limit, far above a user's, so that many accounts do not circumvent it; requests without a session
 * cannot use that one up. Counted in this process's memory, because a database write per read would
 * cost more than it protects. Limits on money and passwords are counted in PostgreSQL by their
 * modules.
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
  /** Throws if the token or key is invalid. */
  readonly identify: (token: string, ip: string) => Promise<Caller | KeyCaller>;
  /** A monotonic clock in milliseconds, so that a clock that is set back locks nobody out. */
  readonly elapsedMs?: () => number;
}

const limitRefusals = defineRefusals({
  too_many_requests: {
    status: 429,
    title: "Too Many Requests",
    text: "There were more than {max} requests in a minute. Go on in {seconds} seconds.",
  },
});

/** The common limit of a network, such as a school's, in users at their own limit. */
const PEOPLE_OF_NETWORK = 10;
const COUNTED = /^\/(?:api|auth\/v1|\.well-known)\//;
/**
 * Refreshing a session has its own limits (`refreshWithin`): any 4xx here would sign users out, and
 * a class room shares one address.
 */
const REFRESH = /^\/auth\/v1\/token\?(?:.*&)?grant_type=refresh_token(?:&|$)/;

/**
 * Must be registered before the routes. Pages, their files, /livez and /readyz are not counted.
 * Stores the identified caller in the request, so that its route need not look it up again.
 */
export function limitRequests(app: FastifyInstance, { limits, identify, elapsedMs }: Deps): void {
  app.decorateRequest("found", undefined);
  const windows = createWindows(elapsedMs ?? (() => performance.now()));
  app.addHook("onRequest", async (request, reply) => {
    if (!isCounted(request) || REFRESH.test(request.url)) return;
    const networks = networksOf({ ip: request.ip });
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined) {
      // Before the token is checked, which is the most expensive step here.
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
 * Decides by the matched route, because the router decodes `/%61pi/` to `/api/`. Without a match it
 * decides by the path.
 */
function isCounted({ routeOptions, url }: FastifyRequest): boolean {
  return COUNTED.test(routeOptions.url ?? "") || COUNTED.test(url);
}

/** A caller without a valid token counts for its address; the route answers with the error. */
async function callerOf(
  token: string | undefined,
  ip: string,
  identify: Deps["identify"],
): Promise<Caller | KeyCaller | undefined> {
  if (token === undefined) return undefined;
  return identify(token, ip).catch(() => undefined);
}
