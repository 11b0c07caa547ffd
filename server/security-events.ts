/**
 * Records security events of HTTP requests: refused callers, exceeded limits, and each view and
 * change by administrators. Events contain only codes, route names and networks.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { kindOfRefusal, type SecurityEvents } from "#security";

/** Records the refusals of all routes. Must be registered before the routes. */
export function watchRefusals(app: FastifyInstance, events: SecurityEvents): void {
  const refusals = new WeakMap<FastifyRequest, string>();
  app.addHook("onError", async (request, _reply, error) => {
    refusals.set(request, whatOf(error));
  });
  app.addHook("onResponse", (request, { statusCode: status }, done) => {
    noteEnd(events, { request, status, code: refusals.get(request) });
    done();
  });
}

interface Ended {
  readonly request: FastifyRequest;
  readonly status: number;
  /** The code of the refusal. Undefined if the request was not refused. */
  readonly code: string | undefined;
}

function noteEnd(events: SecurityEvents, { request, status, code }: Ended): void {
  if (code === undefined) {
    const deed = administratorsDeed(request);
    if (deed && status < 400) events.note({ ...deed, ip: request.ip });
    return;
  }
  const hasToken = request.headers.authorization !== undefined;
  const kind = kindOfRefusal({ status, code, hasToken });
  if (kind) events.note({ kind, what: code, ip: request.ip });
}

/**
 * Returns the event's detail. Distinguishes expired tokens, which are common, from forged tokens.
 */
function whatOf({ code, cause }: Error & { readonly code?: string }): string {
  if (code !== "not_signed_in") return code ?? "none";
  if (!(cause instanceof Error)) return "not_signed_in";
  return "code" in cause && cause.code === EXPIRED ? "token_expired" : "token_forged";
}

const EXPIRED = "ERR_JWT_EXPIRED";

interface Described {
  readonly operationId?: string;
  readonly "x-administrators-only"?: true;
  readonly "x-second-factor"?: true;
}

/** Returns the administrator's action if the route shows a user or changes something. */
function administratorsDeed({ method, routeOptions }: FastifyRequest) {
  const route: Described | undefined = routeOptions.schema;
  const operationId = route?.operationId;
  if (!route?.["x-administrators-only"] || !route["x-second-factor"] || operationId === undefined)
    return undefined;
  const isRead = method === "GET" || method === "HEAD";
  return {
    kind: isRead ? "administrator_look" : "administrator_change",
    what: operationId,
  } as const;
}
