/**
 * How many requests a minute one network, or one person with all their sessions and keys, may send
 * to the API and the sign-in service. All of a network count together too, far above what one
 * person may send, so that many accounts are no way around; requests without a session cannot use
 * that up. In this process's memory: a write to the database for each read would cost more than
 * what it protects. What money and passwords allow is counted in PostgreSQL by their modules.
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
    /** Who sent it; undefined when nobody has asked yet, or nobody was found. */
    found: Caller | KeyCaller | undefined;
  }
}

interface Deps {
  readonly limits: RequestLimits;
  /** Throws when the token or key is nobody's. */
  readonly identify: (token: string, ip: string) => Promise<Caller | KeyCaller>;
  /** Milliseconds that only go forward: a clock put back must lock nobody out. */
  readonly elapsedMs?: () => number;
}

const limitRefusals = defineRefusals({
  too_many_requests: {
    status: 429,
    title: "Too Many Requests",
    text: "There were more than {max} requests in a minute. Go on in {seconds} seconds.",
  },
});

/** So many people at their limit has one network, such as a school's. */
const PEOPLE_OF_NETWORK = 10;
const COUNTED = /^\/(?:api|auth\/v1|\.well-known)\//;
/**
 * Any 4xx here signs people out, and a class room shares one address: it has limits of its own,
 * `refreshWithin`.
 */
const REFRESH = /^\/auth\/v1\/token\?(?:.*&)?grant_type=refresh_token(?:&|$)/;

/**
 * Register before the routes. Pages, their files, /livez and /readyz are not counted. Writes on the
 * request who it was found to be from, so that its route need not ask again.
 */
export function limitRequests(app: FastifyInstance, { limits, identify, elapsedMs }: Deps): void {
  app.decorateRequest("found", undefined);
  const windows = createWindows(elapsedMs ?? (() => performance.now()));
  app.addHook("onRequest", async (request, reply) => {
    if (!isCounted(request) || REFRESH.test(request.url)) return;
    const networks = networksOf({ ip: request.ip });
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined) {
      // Before the token is looked at, which costs more than all else here.
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
 * The router reads `/%61pi/` as `/api/`: what counts is the route it leads to, and for one that
 * there is not, the path.
 */
function isCounted({ routeOptions, url }: FastifyRequest): boolean {
  return COUNTED.test(routeOptions.url ?? "") || COUNTED.test(url);
}

/** Whoever proves nothing counts with their address, and is told by the route what is missing. */
async function callerOf(
  token: string | undefined,
  ip: string,
  identify: Deps["identify"],
): Promise<Caller | KeyCaller | undefined> {
  if (token === undefined) return undefined;
  return identify(token, ip).catch(() => undefined);
}
