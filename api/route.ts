/**
 * A module's API: a plain table `name -> Route`. The server makes routes, validation and the
 * OpenAPI document from it. The browser takes its types from it. The permission test reads its
 * `auth` column.
 */
import type { z } from "zod";
import type { keyLimits } from "./limits.ts";

export type RouteAuth = "anonymous" | "user" | "admin";

/** What a person lets a key for programs do. */
export type KeyScope = (typeof keyLimits.scopes)[number];

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` places, as OpenAPI writes it. */
  readonly path: string;
  readonly auth: RouteAuth;
  /** Of an anonymous route: tells who asks, where a session came with the request. */
  readonly mayKnowCaller?: true;
  /**
   * A key for programs with this scope opens the route, too. Without it the route refuses keys: so
   * does every route that a session alone may reach.
   */
  readonly keyScope?: KeyScope;
  /**
   * Refuses who tries it without an account: others are written to, coins leave, or what protects
   * an account changes.
   */
  readonly wantsAccount?: true;
  /**
   * Of an administrators' route that only counts: it shows nobody and changes nothing, so it asks
   * for no second factor. Every other one does.
   */
  readonly showsNobody?: true;
  /**
   * Of a GET: a standby of the database may answer, which can be a moment behind what the caller
   * has not heard of. Never where what is read decides over money, or where looking writes.
   */
  readonly readsStandby?: true;
  /**
   * All callers get the same answer. It is made once a second at most, and again after an event
   * that may change it.
   */
  readonly sharesAnswer?: true;
  readonly summary: string;
  /** Needs an Idempotency-Key and answers a repeat with the stored answer. */
  readonly movesMoney?: true;
  /**
   * Fields of the body that prove who asks and work once. A repeat may bring others: they are no
   * part of what the Idempotency-Key stands for.
   */
  readonly oneTimeFields?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Where a body may be larger than the server takes otherwise. */
  readonly bodyBytesMax?: number;
  /**
   * Counts as an upload of its network before the body is read, so that refused ones count as well.
   */
  readonly countsUpload?: true;
  readonly response: z.ZodType;
  /** For answers that are not JSON, such as CSV: the response is then a string. */
  readonly contentType?: string;
}

export type Api = Readonly<Record<string, Route>>;

/**
 * Who asks: taken from the access token and our own tables, never from what callers say about
 * themselves.
 */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly aal: "aal1" | "aal2";
  readonly isAdmin: boolean;
  /** Tries it without an account, as Supabase Auth names it: nobody without a token. */
  readonly isAnonymous: boolean;
  /**
   * When a hosted sign-in service last had proof of the person; ours keeps that with the session.
   */
  readonly provenAt?: Date | undefined;
}

/**
 * A program that asks with a key of a person. It has no session and proves nothing: what wants a
 * proof takes a `Caller`, and cannot be opened to keys by mistake.
 */
export interface KeyCaller {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
  readonly keyId: string;
  /** What its person calls it. */
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
  /** It comes from this machine, to an installation that only this machine reaches. */
  readonly isLocal?: boolean | undefined;
  /** Address at which the caller reached this server: `http://localhost:3000`. */
  readonly origin: string;
  readonly userAgent: string;
}

/**
 * One function per row of the table: a missing handler does not compile. Amounts are bigint, times
 * are Date.
 */
export type Handlers<A extends Api> = {
  readonly [Name in keyof A]: (
    request: RouteRequest<A[Name]>,
  ) => Promise<z.output<A[Name]["response"]>>;
};

/** What the browser sends and receives: JSON numbers and strings. */
export type Wire<Schema extends z.ZodType> = z.input<Schema>;
