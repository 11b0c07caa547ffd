/**
 * Registers a module's route table with the callers, inputs and responses of each route. Every
 * route of the product is registered by this file, so that no route can skip the caller check or
 * accept an undeclared field.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Api, Caller, Handlers, KeyCaller, Route } from "#api/route";
import { problem } from "#api/values";
import {
  defineRefusals,
  idempotencyRefusals,
  isStorable,
  isUuid,
  POSITION_HEADER,
  requestHash,
  type Bus,
  type Database,
  type IdempotentRequest,
  type Origin,
  type Reads,
} from "#platform";
import { bearerToken, requireAccount, requireScope, requireSecondFactor } from "#users";
import { longAnswerWriter } from "./long-answers.ts";
import { hasInput } from "./request-input.ts";
import { shareUntilEvent } from "./shared-answers.ts";
import { NOTHING } from "./zod-compilers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller that the route serves. Undefined for a visitor. */
    caller: Caller | KeyCaller | undefined;
    /** The body of a route with `streamsBody`. */
    file: AsyncIterable<Uint8Array> | undefined;
  }
  interface FastifyContextConfig {
    streamsBody?: true;
  }
}

export interface RouteDeps {
  /**
   * Returns the caller. Throws a 401 Refusal if the token or key is missing, expired or revoked.
   */
  readonly identify: (token: string | undefined, ip: string) => Promise<Caller | KeyCaller>;
  /** Read access to the standby. Undefined if there is no standby. */
  readonly reads?: Reads | undefined;
  /** Events that invalidate shared responses. If absent, no response is shared. */
  readonly events?: Pick<Bus, "subscribe">;
  /**
   * SITE_URL. It takes precedence over the request's Host header, because a proxy may replace that
   * header.
   */
  readonly siteUrl?: string | undefined;
  /** Counts an upload for routes with `countsUpload`. Throws a 429 Refusal over the limit. */
  readonly countUpload?: (origin: Origin) => Promise<void>;
}

export type HandlersOn<A extends Api> = (database: Database) => Handlers<A>;

const accessRefusals = defineRefusals({
  not_admin: {
    status: 403,
    title: "Administrators only",
    text: "Only administrators can do this.",
  },
  text_not_storable: {
    status: 400,
    title: "Invalid request",
    text: "The text has characters that cannot be stored.",
  },
});

const JSON_TYPE = "application/json; charset=utf-8";
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Registers the routes of `api`. `onStandby` creates the handlers for each request that a standby
 * may serve.
 */
export function registerApi<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A>,
  deps: RouteDeps,
  onStandby?: HandlersOn<A>,
): void {
  if (!app.hasRequestDecorator("caller")) app.decorateRequest("caller", undefined);
  for (const [name, route] of Object.entries(api)) {
    const handler = handlers[name] as unknown as Handler;
    const { reads } = route.readsStandby ? deps : {};
    const countUpload = uploadCounter(route, deps);
    const share = sharing(route, deps);
    const longWriter = longAnswerWriter(route.response);
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      schema: schemaOf(name, route),
      config: route.streamsBody ? { streamsBody: true } : {},
      ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
      // The caller is checked before the body is read, so that a caller without permission learns
      // nothing about the expected body.
      onRequest(request, _reply, done) {
        const serve = (caller: Caller | KeyCaller | undefined): void => {
          request.caller = caller;
          done();
        };
        const { found } = request;
        if (route.auth === "anonymous") return serve(visitorOf(route, found));
        if (found) return serve(callerOf(route, found));
        const token = bearerToken(request.headers.authorization);
        deps
          .identify(token, request.ip)
          .then((caller) => callerOf(route, caller))
          .then(serve, done);
      },
      ...(countUpload
        ? { preParsing: ({ ip, isLocal }: FastifyRequest) => countUpload({ ip, isLocal }) }
        : {}),
      preHandler(request, _reply, done) {
        const { params, query, body } = request;
        if (hasInput(request) && !isStorable([params, query, body]))
          throw accessRefusals.text_not_storable();
        done();
      },
      async handler(request, reply) {
        const { caller } = request;
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          file: request.file,
          caller,
          idempotency:
            route.movesMoney && caller ? idempotencyOf(name, route, caller, request) : undefined,
          ip: request.ip,
          isLocal: request.isLocal,
          get origin() {
            return deps.siteUrl ?? originOf(request);
          },
          userAgent: request.headers["user-agent"] ?? "",
        };
        const handlerOn = (standby: Database | undefined): Handler =>
          (standby && (onStandby?.(standby) as Record<string, Handler> | undefined)?.[name]) ??
          handler;
        const run = (standby?: Database) => share(() => handlerOn(standby)(input));
        const answer = reads
          ? await readFrom(reads, { request, reply, userId: caller?.userId }, run)
          : await run();
        if (route.cacheSeconds !== undefined)
          reply.header("cache-control", `public, max-age=${route.cacheSeconds}`);
        if (route.contentType && answer instanceof Uint8Array)
          return reply.header("content-type", route.contentType).send(answer);
        if (route.contentType) {
          return reply.header("content-type", route.contentType).serializer(String).send(answer);
        }
        if (!longWriter?.isLong(answer)) return reply.send(answer);
        const text = await longWriter.write(answer);
        return reply.header("content-type", JSON_TYPE).serializer(String).send(text);
      },
    });
  }
}

function uploadCounter({ countsUpload, path }: Route, { countUpload }: RouteDeps) {
  if (countsUpload && !countUpload) throw new Error(`uploads to ${path} are not counted`);
  return countsUpload ? countUpload : undefined;
}

function sharing({ sharesAnswer }: Route, { events }: RouteDeps) {
  const run = (answer: () => Promise<unknown>) => answer();
  return sharesAnswer && events ? shareUntilEvent(events, run) : run;
}

type Handler = (request: unknown) => Promise<unknown>;

interface Reading {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly userId: string | undefined;
}

async function readFrom(
  reads: Reads,
  { request, reply, userId }: Reading,
  run: (standby: Database | undefined) => Promise<unknown>,
): Promise<unknown> {
  const position = request.headers[POSITION_HEADER]?.toString();
  const { answer, position: readPosition } = await reads.answer({ userId, position }, run);
  if (readPosition !== undefined) reply.header(POSITION_HEADER, readPosition);
  return answer;
}

/** Returns the caller. Throws a Refusal if the caller may not use the route. */
function callerOf(route: Route, caller: Caller | KeyCaller): Caller | KeyCaller {
  if ("keyId" in caller) {
    requireScope(caller, route.keyScope);
    if (route.wantsAccount) requireAccount(caller);
    return caller;
  }
  if (route.auth === "admin" && !caller.isAdmin) throw accessRefusals.not_admin();
  if (needsSecondFactor(route)) requireSecondFactor(caller);
  if (route.wantsAccount) requireAccount(caller);
  return caller;
}

/** Returns the caller of a public route. A key without the required scope counts as a visitor. */
function visitorOf({ mayKnowCaller, keyScope }: Route, caller: Caller | KeyCaller | undefined) {
  if (!mayKnowCaller || !caller) return undefined;
  if (!("keyId" in caller)) return caller;
  return keyScope !== undefined && caller.scopes.includes(keyScope) ? caller : undefined;
}

/**
 * True for administrators' routes that show users. These routes require two-factor authentication.
 */
function needsSecondFactor({ auth, showsNobody }: Route): boolean {
  return auth === "admin" && !showsNobody;
}

/**
 * Returns the origin at which the client reached the server. `refuseUnknownHosts` has already
 * verified the Host header. X-Forwarded-Proto needs no verification, because the resulting origin
 * is returned only to the caller who set that header. If the Host header is missing, the socket's
 * own address is used.
 */
function originOf({ headers, socket }: FastifyRequest): string {
  const { host = "" } = headers;
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  const address = `${scheme}://${host}`;
  if (HOST.test(host) && URL.canParse(address)) return new URL(address).origin;
  const { localAddress = "127.0.0.1", localPort } = socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function idempotencyOf(
  name: string,
  route: Route,
  caller: Caller | KeyCaller,
  request: FastifyRequest,
): IdempotentRequest {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !isUuid(key)) throw idempotencyRefusals.idempotency_key_missing();
  return {
    userId: caller.userId,
    route: name,
    key: key.toLowerCase(),
    requestHash: requestHash({ params: request.params, body: withoutOneTime(route, request.body) }),
    // Older versions hashed the whole body. Responses stored under those hashes expire after seven
    // days. After that time, `formerHash` can be removed.
    ...(route.oneTimeFields === undefined
      ? {}
      : { formerHash: requestHash({ params: request.params, body: request.body }) }),
  };
}

function withoutOneTime({ oneTimeFields = [] }: Route, body: unknown): unknown {
  if (oneTimeFields.length === 0) return body;
  const fields = Object.entries(body as Readonly<Record<string, unknown>>);
  return Object.fromEntries(fields.filter(([field]) => !oneTimeFields.includes(field)));
}

/**
 * Returns the route's authentication methods in OpenAPI's form. A caller needs only one method of
 * the list.
 */
function securityOf({ auth, mayKnowCaller, keyScope }: Route) {
  if (auth === "anonymous" && !mayKnowCaller) return [];
  return [
    ...(auth === "anonymous" ? [{}] : []),
    { bearer: [] },
    ...(keyScope === undefined ? [] : [{ key: [keyScope] }]),
  ];
}

function schemaOf(name: string, route: Route): Record<string, unknown> {
  const response = route.contentType ? z.string() : route.response;
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.split("/")[3]?.replace(/\.csv$/, "") ?? "site"],
    params: route.params ?? NOTHING,
    querystring: route.query ?? NOTHING,
    ...(route.body ? { body: route.body } : {}),
    security: securityOf(route),
    ...(route.contentType ? { produces: route.contentType.split(";", 1) } : {}),
    ...(route.keyScope ? { "x-key-scope": route.keyScope } : {}),
    ...(route.auth === "admin" ? { "x-administrators-only": true } : {}),
    ...(needsSecondFactor(route) ? { "x-second-factor": true } : {}),
    ...(route.wantsAccount ? { "x-account-needed": true } : {}),
    ...(route.movesMoney ? { "x-idempotency-key": true } : {}),
    ...(route.readsStandby ? { "x-standby": true } : {}),
    response: { 200: response, "4xx": problem, 503: problem },
  };
}
