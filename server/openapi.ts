/**
 * The OpenAPI 3.1 document, made from the same route tables that the server validates with, and a
 * page to read it.
 */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import { apiDocsPage } from "./api-docs.ts";
import { PRACTICE_LABEL } from "#platform";

const READS =
  "Where an answer carries Hashfloor-Position, send the highest one of the last thirty seconds with what you read: routes with x-standby may be answered by a copy of the database, and then only by one that has come as far.";

/** Must be registered before the routes it is to describe. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Hashfloor",
        version,
        description: `${PRACTICE_LABEL}. Amounts are whole satoshis and cents, times RFC 3339 UTC, errors RFC 9457. ${READS}`,
        license: { name: "MIT", identifier: "MIT" },
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          key: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "hf_...",
            description: "A key for programs, with the scope that the route names",
          },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: { unrepresentable: "any", override: describeWireType },
    }),
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
  let page: string | undefined;
  app.get("/api/docs", { schema: { hide: true } }, (_, reply) => {
    page ??= apiDocsPage(app.swagger(), PRACTICE_LABEL);
    return reply.type("text/html; charset=utf-8").send(page);
  });
}

/**
 * On the wire an amount is a JSON integer and a time is text; inside the server they are bigint and
 * Date.
 */
function describeWireType({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: { _zod: { def: { type: string } } };
  jsonSchema: Record<string, unknown>;
}): void {
  const { type } = zodSchema._zod.def;
  if (type === "bigint") jsonSchema["type"] = "integer";
  if (type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
}
