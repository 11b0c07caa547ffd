/**
 * Defines a module's API as a plain table `name -> Route`. From the table, the server derives
 * routes, validation and the OpenAPI document, and the browser derives its types. The permission
 * test reads the `auth` column.
 */
import type { z } from "zod";
import type { keyLimits } from "./limits.ts";

export type RouteAuth = "anonymous" | "user" | "admin";

/** Permission that a user gives to an API key. */
export type KeyScope = (typeof keyLimits.scopes)[number];

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` placeholders, as in OpenAPI. */
  readonly path: string;
  readonly auth: RouteAuth;
  /** Anonymous routes only: the handler receives the caller if the request has a session. */
  readonly mayKnowCaller?: true;
  /** Scope that an API key needs for this route. Without it, the route accepts sessions only. */
  readonly keyScope?: KeyScope;
  /**
   * Rejects anonymous accounts, because the route writes to other users, sends coins out or changes
   * the account's credentials.
   */
  readonly wantsAccount?: true;
  /**
   * Administrator routes only: the route returns totals without personal data and changes nothing,
   * so it does not require two-factor authentication. All other administrator routes do.
   */
  readonly showsNobody?: true;
  /**
   * GET routes only: a standby database, slightly behind the primary, may handle the request. Never
   * set this field if the data decides about money, or if the route writes.
   */
  readonly readsStandby?: true;
  /**
   * All callers receive the same cached response. The response is computed at most once per second,
   * and computed again after an event that may change it.
   */
  readonly sharesAnswer?: true;
  readonly summary: string;
  /** Requires an Idempotency-Key. A repeated request receives the stored response. */
  readonly movesMoney?: true;
  /**
   * Body fields with a code or passkey response that works only once. These fields are excluded
   * from the request hash, so a repeated request may contain a different code or passkey response.
   */
  readonly oneTimeFields?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Raises the server's maximum body size for this route. */
  readonly bodyBytesMax?: number;
  /**
   * The body is a file of type text/csv, which the handler reads part by part. The handler limits
   * its size.
   */
  readonly streamsBody?: true;
  /**
   * Counts the request towards its network's upload limit before the body is read, so that rejected
   * uploads count as well.
   */
  readonly countsUpload?: true;
  readonly response: z.ZodType;
  /**
   * Content type of a response that is not JSON, such as CSV. The response schema is then a string
   * or bytes.
   */
  readonly contentType?: string;
  /** Seconds for which caches may keep a response. Without it, pages and data are not cached. */
  readonly cacheSeconds?: number;
}

export type Api = Readonly<Record<string, Route>>;

/**
 * The user who sent a request. Derived only from the access token and our own tables, never from
 * other request data.
 */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly aal: "aal1" | "aal2";
  readonly isAdmin: boolean;
  /**
   * True for anonymous accounts. The name of this field comes from Supabase Auth. A request without
   * a token is a different case, because it has no `Caller` at all.
   */
  readonly isAnonymous: boolean;
  /**
   * Time of the last identity check at a hosted sign-in service. Undefined for our own service,
   * which stores this time with the session.
   */
  readonly provenAt?: Date | undefined;
}

/**
 * A program that uses a user's API key. Such a program has no session and cannot pass an identity
 * check. Functions that require an identity check therefore take a `Caller`, so that they cannot be
 * opened to API keys by mistake.
 */
export interface KeyCaller {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
  readonly keyId: string;
  readonly keyName: string;
  readonly scopes: readonly KeyScope[];
}

/** Identity of a request that moves money; see `runOnce` in the platform module. */
export interface IdempotencyIdentity {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly requestHash: string;
  readonly formerHash?: string;
}

type CallerOf<R extends Route> = R["keyScope"] extends KeyScope ? Caller | KeyCaller : Caller;

type Decoded<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteRequest<R extends Route> {
  readonly params: Decoded<R["params"]>;
  readonly query: Decoded<R["query"]>;
  readonly body: Decoded<R["body"]>;
  /** The file of a route with `streamsBody`. Undefined if the request has another content type. */
  readonly file?: AsyncIterable<Uint8Array> | undefined;
  readonly caller: R["auth"] extends "anonymous"
    ? R["mayKnowCaller"] extends true
      ? CallerOf<R> | undefined
      : undefined
    : CallerOf<R>;
  readonly idempotency: R["movesMoney"] extends true ? IdempotencyIdentity : undefined;
  readonly ip: string;
  /**
   * True if the request comes from this machine and the installation cannot be reached from other
   * machines.
   */
  readonly isLocal?: boolean | undefined;
  /** This server's origin as the caller sees it, such as `http://localhost:3000`. */
  readonly origin: string;
  readonly userAgent: string;
}

/**
 * One handler per row of the table. A missing handler is a compile error. Amounts are bigint, and
 * times are Date.
 */
export type Handlers<A extends Api> = {
  readonly [Name in keyof A]: (
    request: RouteRequest<A[Name]>,
  ) => Promise<z.output<A[Name]["response"]>>;
};

/** The JSON type that the browser sends and receives. Amounts are numbers and times are strings. */
export type Wire<Schema extends z.ZodType> = z.input<Schema>;
