/**
 * The web server's frame: limits, security headers, request ids. A failure leaves as the problem
 * document that `problem.ts` makes of it, but under /auth/v1, which has an envelope of its own.
 * Nothing about a product module stands here.
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
import { CONNECTIONS_MAX, shareConnections } from "./connection-shares.ts";
import { readJsonBodies } from "./json-body.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { answerBrokenRequest, problemOf, sendProblem } from "./problem.ts";
import { refusePhrases } from "./refuse-phrases.ts";
import { requestLog } from "./request-log.ts";
import { tidyForwardedFor } from "./trusted-proxy.ts";
import { ZOD_SCHEMAS } from "./zod-compilers.ts";

export interface HttpDeps {
  readonly log: Log;
  /** Hashes of the inline scripts and styles that the build made: `'sha256-...'`. */
  readonly inlineHashes: {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  };
  /** Further hosts the browser may connect to (a hosted Supabase). */
  readonly connectHosts: readonly string[];
  /** Where people reach the product, when that is configured. */
  readonly siteUrl?: string | undefined;
  /** Addresses and networks of the reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxy?: readonly string[];
}

/** Told with a limit that does not know its own end. */
const RETRY_SECONDS = "60";
const HEALTH_PATHS = ["/livez", "/readyz"];
const BODY_BYTES_MAX = 64 * 1024;
const HEADER_MS_MAX = 10_000;
/** The largest body, a file of prices, comes whole at 0.3 Mbit/s. */
const REQUEST_MS_MAX = 120_000;
/**
 * How often somebody looks who is over these times: Node's own pause would let a slow sender have
 * three times as long.
 */
const OVERTIME_CHECK_MS = 5_000;

export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const { trustedProxy = [] } = deps;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
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
  readJsonBodies(app);
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
      // Whoever asks how the installation is gets the reason as the answer, again and again.
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
/** A Ledger is connected on one page. */
const WALLET_PERMISSIONS = PERMISSIONS.replace("hid=()", "hid=(self)");

function permissionsOf(url: string): string {
  return /^\/wallet(?:[?#]|$)/.test(url) ? WALLET_PERMISSIONS : PERMISSIONS;
}

/** Whoever opens an answer as a page: it shows nothing, runs nothing and stands in no frame. */
const DATA_POLICY = "default-src 'none';frame-ancestors 'none'";

/** What names a person or who asked. */
function isKeptNowhere(url: string): boolean {
  return url.startsWith("/api/") || url.startsWith("/config.json");
}

function isData(url: string): boolean {
  return url.startsWith("/api/v1/") || url.startsWith("/auth/v1/");
}

/** The same for every page, and for every answer of data: worked out with the first one. */
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
      // What stands in both places is put together again for each answer.
      for (const name of names) raw.removeHeader(name);
    }
    reply.headers(isData(request.url) ? headers.data : headers.page);
    done();
  };
}

/** Other names under the same domain are not ours to bind. */
const HSTS = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false };
const LOCAL = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;

/**
 * A browser that has heard it refuses plain HTTP for a year: only where the site is known to be
 * reached by HTTPS.
 */
function isSecureSite(siteUrl: string | undefined): boolean {
  return siteUrl !== undefined && isElsewhere(siteUrl, "https:");
}

/** Browsers obey less there, and complain of each header that they do not. */
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
    // Of browsers and plug-ins that are gone.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}
