/**
 * Generates the OpenAPI 3.1 document from the route tables with which the server validates
 * requests, and a page that shows the document.
 */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { apiDocsPage } from "./api-docs.ts";
import { describeComponents, describeRoute } from "./openapi-schemas.ts";
import { PRACTICE_LABEL } from "#platform";

const READS =
  "Answers may contain the header Hashfloor-Position. Send the highest value of the last thirty seconds with your next reads. A copy of the database may answer routes with x-standby, but only if it has reached this position.";

interface Installation {
  readonly version: string;
  /** The public URL. If undefined, the document contains the URL at which it was requested. */
  readonly siteUrl?: string | undefined;
}

/** Adds the document and its page. Must be registered before the routes that it describes. */
export async function registerOpenApi(
  app: FastifyInstance,
  { version, siteUrl }: Installation,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Hashfloor",
        version,
        description: `${PRACTICE_LABEL}. Amounts are whole satoshis and cents, times are RFC 3339 in UTC, errors follow RFC 9457. ${READS}`,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: siteUrl ?? "/", description: "This installation" }],
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The access token of a session, from POST /auth/v1/token",
          },
          key: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "hf_...",
            description: "An API key with the scope that the route requires",
          },
          serviceKey: {
            type: "http",
            scheme: "bearer",
            description: "The operator's service key for the sign-in service",
          },
        },
      },
    },
    transform: describeRoute,
    transformObject: describeComponents,
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
  let page: string | undefined;
  app.get("/api/docs", { schema: { hide: true } }, (_, reply) => {
    page ??= apiDocsPage(app.swagger(), PRACTICE_LABEL);
    return reply.type("text/html; charset=utf-8").send(page);
  });
}
