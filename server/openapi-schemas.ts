/**
 * Turns each route into an operation of the OpenAPI document. The document describes the routes in
 * the route tables and the routes of the sign-in service. All other routes (pages, catch-all
 * routes) are hidden.
 */
import type { SwaggerTransform, SwaggerTransformObject } from "@fastify/swagger";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { describeSignIn } from "./openapi-sign-in.ts";

const zodToJsonConfig = { unrepresentable: "any", override: describeWireType } as const;
const describeTableRoute = createJsonSchemaTransform({ zodToJsonConfig });
const addAllComponents = createJsonSchemaTransformObject({ zodToJsonConfig });

const IDEMPOTENCY_HEADER = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      format: "uuid",
      description: "A repeated request with the same key and body gets the stored answer",
    },
  },
  required: ["Idempotency-Key"],
};

export const describeRoute: SwaggerTransform = (route) => {
  const { schema, url } = route;
  const methods = [route.route.method].flat();
  if (schema && "operationId" in schema) {
    const described = describeTableRoute(route);
    return { url, schema: completed(described.schema as TableSchema, methods) };
  }
  return { url, schema: describeSignIn(methods, url) ?? { hide: true } };
};

interface TableSchema {
  readonly params: { readonly properties?: object };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly produces?: readonly string[];
  readonly response: Readonly<Record<200 | "4xx", object>>;
  readonly "x-idempotency-key"?: true;
}

function completed(
  { produces = ["application/json"], ...schema }: TableSchema,
  methods: readonly string[],
) {
  const { 200: answer, "4xx": problem } = schema.response;
  const refusals = refusalsOf(schema, methods.includes("GET")).map(
    ([status, description]) =>
      [status, { description, content: content(["application/problem+json"], problem) }] as const,
  );
  return {
    ...schema,
    ...(schema["x-idempotency-key"] ? { headers: IDEMPOTENCY_HEADER } : {}),
    response: {
      200: { description: "Answer", content: content(produces, answer) },
      ...Object.fromEntries(refusals),
    },
  };
}

function content(types: readonly string[], schema: object) {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/**
 * Returns the refusals by status. Each status is listed separately, because client generators do
 * not understand `4XX`.
 */
function refusalsOf({ params, security }: TableSchema, onlyReads: boolean) {
  return [
    [400, "Invalid request"],
    ...(security.length > 0
      ? [
          [401, "No valid session or key"],
          [403, "Not allowed for this caller"],
        ]
      : []),
    ...(Object.keys(params.properties ?? {}).length > 0 ? [[404, "Not found"]] : []),
    ...(onlyReads
      ? []
      : [
          [409, "Conflict with an earlier request or a changed state"],
          [422, "Refused by a rule of the product"],
        ]),
    [429, "Too many requests"],
    [503, "Not available right now"],
    ["default", "Any other failure"],
  ] as const;
}

/**
 * Removes unused schemas from the document, because the registry contains the schemas of all files.
 */
export const describeComponents: SwaggerTransformObject = (document) => {
  const openApi = addAllComponents(document);
  const { paths, components } = openApi as {
    paths?: unknown;
    components: { schemas: Readonly<Record<string, unknown>> };
  };
  const schemas = referencedSchemas(paths, components.schemas);
  return { ...openApi, components: { ...components, schemas } } as typeof openApi;
};

function referencedSchemas(
  paths: unknown,
  all: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set<string>();
  const queue = [paths];
  for (const part of queue) {
    for (const name of referencesOf(part)) {
      if (names.has(name)) continue;
      names.add(name);
      queue.push(all[name]);
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

function referencesOf(part: unknown): readonly string[] {
  const text = JSON.stringify(part) ?? "";
  return [...text.matchAll(REFERENCE)].map(([, name = ""]) => name);
}

/**
 * Describes a value's JSON type. In JSON, an amount is an integer and a time is text. Inside the
 * server, an amount is a bigint and a time is a Date.
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
