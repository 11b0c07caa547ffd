/**
 * A module's API: a plain table `name -> Route`. The server derives routes, validation and the
 * OpenAPI document from it. The browser derives its types from it. The permission test reads its
 * `auth` column.
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
  /** Anonymous routes only: passes the caller to the handler if the request carries a session. */
  readonly mayKnowCaller?: true;
  /** Scope that an API key needs for this route. Without it, the route accepts sessions only. */
  readonly keyScope?: KeyScope;
  /**
   * Refuses anonymous accounts, because the route writes to other users, sends coins out or changes
   * the account's credentials.
   */
  readonly wantsAccount?: true;
  /**
   * Administrator routes only: returns totals without personal data and changes nothing, so it
   * requires no second factor. All other administrator routes do.
   */
  readonly showsNobody?: true;
  /**
   * GET routes only: a standby database may answer, slightly behind the primary. Never set it if
   * the data decides over money, or if the route writes.
   */
  readonly readsStandby?: true;
  /**
   * All callers share one answer. It is computed at most once a second, and again after an event
   * that may change it.
   */
  readonly sharesAnswer?: true;
  readonly summary: string;
  /** Requires an Idempotency-Key. A repeated request gets the stored answer. */
  readonly movesMoney?: true;
  /**
   * Body fields with a proof that works only once. They are not part of the request hash, so a
   * repeated request may carry another proof.
   */
  readonly oneTimeFields?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Raises the server's limit for the body size. */
  readonly bodyBytesMax?: number;
  /**
   * Counts the request as an upload of its network before the body is read, so that refused uploads
   * count as well.
   */
  readonly countsUpload?: true;
  readonly response: z.ZodType;
  /** For answers other than JSON, such as CSV. The response is then a string. */
  readonly contentType?: string;
}

export type Api = Readonly<Record<string, Route>>;

/**
 * The user behind a request, identified by the access token and our own tables, never by other data
 * of the request.
 */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly aal: "aal1" | "aal2";
  readonly isAdmin: boolean;
  /**
   * True for anonymous accounts. The name is Supabase Auth's; callers without a token have no
   * `Caller`.
   */
  readonly isAnonymous: boolean;
  /**
   * Time of the last identity proof at a hosted sign-in service. Our own service stores it with the
   * session.
   */
  readonly provenAt?: Date | undefined;
}

/**
 * A program that uses a user's API key. It has no session and no identity proof. Functions that
 * require a proof take a `Caller`, so they cannot be opened to API keys by mistake.
 */
export interface KeyCaller {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
  readonly keyId: string;
  /** Name chosen by the owner of the key. */
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
  readonly caller: R["auth"] extends "anonymous"
    ? R["mayKnowCaller"] extends true
      ? CallerOf<R> | undefined
      : undefined
    : CallerOf<R>;
  readonly idempotency: R["movesMoney"] extends true ? IdempotencyIdentity : undefined;
  readonly ip: string;
  /**
   * True if the request comes from this machine and the installation is not reachable from other
   * machines.
   */
  readonly isLocal?: boolean | undefined;
  /** Address of this server as used by the caller, such as `http://localhost:3000`. */
  readonly origin: string;
  readonly userAgent: string;
}

/**
 * One function per row of the table. A missing handler does not compile. Amounts are bigint, times
 * are Date.
 */
export type Handlers<A extends Api> = {
  readonly [Name in keyof A]: (
    request: RouteRequest<A[Name]>,
  ) => Promise<z.output<A[Name]["response"]>>;
};

/** The JSON type that the browser sends and receives, with numbers and strings. */
export type Wire<Schema extends z.ZodType> = z.input<Schema>;
