/**
 * The web server's frame: limits, security headers, request ids, and the one place where Refusal, Outage and bugs become
 * RFC 9457 problem documents. Nothing about a product room stands here.
 */
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
} from "fastify";
import helmet from "@fastify/helmet";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { newUuid, Outage, Refusal, type Log } from "#platform";

export interface HttpParts {
  readonly log: Log;
  /** Hashes of the inline scripts and styles that the build made: `'sha256-...'`. */
  readonly inlineHashes: {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  };
  /** Further hosts the browser may connect to (a hosted Supabase). */
  readonly connectHosts: readonly string[];
}

const BODY_BYTES_MAX = 64 * 1024;
const HEADER_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
const CONNECTIONS_MAX = 2_000;

export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = parts.log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    return503OnClosing: true,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    genReqId: () => newUuid(),
  });
  app.server.headersTimeout = HEADER_MS_MAX;
  app.server.maxConnections = CONNECTIONS_MAX;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(helmet, securityHeaders(parts));
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    reply.header(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    );
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = problemOf(error);
    if (answer.status >= 500)
      request.log.error({ err: error, route: request.routeOptions.url }, answer.title);
    if (answer.status === 503) reply.header("retry-after", "1");
    return reply
      .code(answer.status)
      .header("content-type", "application/problem+json; charset=utf-8")
      .serializer(JSON.stringify)
      .send({ type: "about:blank", ...answer, requestId: request.id });
  });
  return app;
}

interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
}

/** What a person may know of a failure. Texts of bugs and outages never leave the log. */
export function problemOf(error: FastifyError | Refusal | Outage | Error): Problem {
  if (error instanceof Refusal) {
    return { title: error.title, status: error.status, detail: error.text, code: error.code };
  }
  if (error instanceof Outage) {
    return {
      title: "Not available right now",
      status: 503,
      detail: `The ${error.what} does not answer. Nothing was lost; try again in a moment.`,
      code: "outage",
    };
  }
  if ("validation" in error && error.validation) {
    return {
      title: "Invalid request",
      status: 400,
      detail: `${error.validationContext ?? "request"}: ${validationText(error.validation)}`,
      code: "invalid_request",
    };
  }
  const status =
    "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status >= 400 && status < 500) {
    return { title: "Invalid request", status, detail: error.message, code: "invalid_request" };
  }
  return {
    title: "Something went wrong",
    status: 500,
    detail: "This is a fault of ours. The request id helps us to find it.",
    code: "internal_error",
  };
}

function validationText(issues: readonly { instancePath?: string; message?: string }[]): string {
  const [first] = issues;
  const path = first?.instancePath?.replace(/^\//, "").replaceAll("/", ".") ?? "";
  return [path, first?.message].filter(Boolean).join(" ");
}

function securityHeaders({ inlineHashes, connectHosts }: HttpParts): Parameters<typeof helmet>[1] {
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
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    hsts: false,
  };
}
