/**
 * Sets up the web server: limits, security headers, request ids. Errors are returned as the problem
 * documents of `problem.ts`, except under /auth/v1, which has its own error format. This file does
 * not depend on any product module.
 */
import { randomUUID } from "node:crypto";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type onRequestHookHandler,
} from "fastify";
import helmet from "@fastify/helmet";
import type { Log } from "#platform";
import { limitBodyTime, UPLOAD_MS_MAX } from "./body-time.ts";
import { CONNECTIONS_MAX, shareConnections } from "./connection-shares.ts";
import { passFiles, readJsonBodies } from "./json-body.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { answerBrokenRequest, problemOf, sendProblem } from "./problem.ts";
import { refusePhrases } from "./refuse-phrases.ts";
import { requestLog } from "./request-log.ts";
import { tidyForwardedFor } from "./trusted-proxy.ts";
import { ZOD_SCHEMAS } from "./zod-compilers.ts";

export interface HttpDeps {
  readonly log: Log;
  /** Hashes of the inline scripts and styles of the build: `'sha256-...'`. */
  readonly inlineHashes: {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  };
  /** Additional hosts that the browser may connect to, such as a hosted Supabase service. */
  readonly connectHosts: readonly string[];
  /** The product's public URL, if configured. */
  readonly siteUrl?: string | undefined;
  /** Addresses and networks of the reverse proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxy?: readonly string[];
}

/** The Retry-After value for limits whose end is unknown. */
const RETRY_SECONDS = "60";
const HEALTH_PATHS = ["/livez", "/readyz"];
const BODY_BYTES_MAX = 64 * 1024;
const HEADER_MS_MAX = 10_000;
/**
 * Time limit for receiving a body other than a file, long enough for the largest body (a price file
 * as JSON) at 0.3 Mbit/s.
 */
const REQUEST_MS_MAX = 120_000;
/**
 * Interval at which Node enforces these time limits. With Node's default interval, a slow sender
 * would get three times as long.
 */
const OVERTIME_CHECK_MS = 5_000;

export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const { trustedProxy = [] } = deps;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: UPLOAD_MS_MAX,
    http: { connectionsCheckingInterval: OVERTIME_CHECK_MS },
    trustProxy: trustedProxy.length > 0 && [...trustedProxy],
    return503OnClosing: true,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    schemaController: ZOD_SCHEMAS,
    genReqId: () => randomUUID(),
    childLoggerFactory: requestLog,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, problemOf(error)),
  });
  app.server.headersTimeout = HEADER_MS_MAX;
  app.server.maxConnections = CONNECTIONS_MAX;
  shareConnections(app.server, trustedProxy);
  if (trustedProxy.length > 0) tidyForwardedFor(app);
  limitBodyTime(app, REQUEST_MS_MAX);
  readJsonBodies(app);
  passFiles(app);
  refusePhrases(app);
  await app.register(helmet, { ...securityHeaders(deps), global: false });
  app.addHook("onRequest", addSecurityHeaders());
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.url.startsWith("/assets/") && reply.statusCode < 400) return done(null, payload);
    if (reply.statusCode === 429 && !reply.hasHeader("retry-after"))
      reply.header("retry-after", RETRY_SECONDS);
    reply.header("x-request-id", request.id);
    if (!isData(request.url)) reply.header("permissions-policy", permissionsOf(request.url));
    if (isKeptNowhere(request.url)) reply.header("cache-control", "no-store");
    done(null, payload);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = problemOf(error);
    const route = request.routeOptions.url;
    if (answer.status === 503) {
      reply.header("retry-after", "1");
      // Health checks are frequent, and their response already contains the reason, so it is logged
      // only at debug level.
      request.log[HEALTH_PATHS.includes(route ?? "") ? "debug" : "warn"]({ route }, error.message);
    } else if (answer.status >= 500) {
      request.log.error({ err: error, route }, answer.title);
    }
    return sendProblem(request, reply, answer);
  });
  return app;
}

const PERMISSIONS =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()";
/**
 * Permissions policy of the wallet page, which needs WebHID to connect to a Ledger. All other pages
 * forbid WebHID.
 */
const WALLET_PERMISSIONS = PERMISSIONS.replace("hid=()", "hid=(self)");

function permissionsOf(url: string): string {
  return /^\/wallet(?:[?#]|$)/.test(url) ? WALLET_PERMISSIONS : PERMISSIONS;
}

/**
 * Content security policy for data responses. A data response that is opened as a page displays
 * nothing, runs no scripts and cannot be framed.
 */
const DATA_POLICY = "default-src 'none';frame-ancestors 'none'";

/** True for responses that contain personal data or depend on the caller. */
function isKeptNowhere(url: string): boolean {
  return url.startsWith("/api/") || url.startsWith("/config.json");
}

function isData(url: string): boolean {
  return url.startsWith("/api/v1/") || url.startsWith("/auth/v1/");
}

/**
 * Returns the hook that adds security headers. The headers of pages and the headers of data
 * responses are each computed once, at the first request.
 */
function addSecurityHeaders(): onRequestHookHandler {
  let headers: Readonly<Record<"page" | "data", Readonly<Record<string, string>>>> | undefined;
  return (request, reply, done) => {
    const { raw } = reply;
    if (!headers) {
      reply.helmet();
      const names = raw.getHeaderNames();
      const page = Object.fromEntries(names.map((name) => [name, String(raw.getHeader(name))]));
      const own = Object.entries(page).filter(([name]) => !PAGE_HEADERS.includes(name));
      const data = { ...Object.fromEntries(own), "content-security-policy": DATA_POLICY };
      headers = { page, data };
      // Headers that are set both on the raw response and in fastify would be serialised twice per
      // response.
      for (const name of names) raw.removeHeader(name);
    }
    reply.headers(isData(request.url) ? headers.data : headers.page);
    done();
  };
}

/** HSTS excludes subdomains, because the operator may run other services on subdomains. */
const HSTS = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false };
const LOCAL = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;

/**
 * True if the site is known to be reached by HTTPS. HSTS is sent only in this case, because a
 * browser that receives HSTS refuses plain HTTP for a year.
 */
function isSecureSite(siteUrl: string | undefined): boolean {
  return siteUrl !== undefined && isElsewhere(siteUrl, "https:");
}

/**
 * True if the site is reached by plain HTTP. Browsers ignore some security headers over plain HTTP
 * and log a warning for each of these headers.
 */
function isPlainSite(siteUrl: string | undefined): boolean {
  return siteUrl !== undefined && isElsewhere(siteUrl, "http:");
}

function isElsewhere(siteUrl: string, byProtocol: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === byProtocol && !LOCAL.test(hostname);
}

function securityHeaders(deps: HttpDeps): Parameters<typeof helmet>[1] {
  const { inlineHashes, connectHosts, siteUrl } = deps;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "script-src": ["'self'", ...inlineHashes.scripts],
        "style-src": ["'self'", ...inlineHashes.styles],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'", ...connectHosts],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: isPlainSite(siteUrl) ? false : { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    hsts: isSecureSite(siteUrl) ? HSTS : false,
    // This header is needed only by browsers and plug-ins that no longer exist.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}
