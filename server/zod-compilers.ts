/** What checks input and writes answers by the schemas of the routes' tables. */
import type { FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { hasFields } from "./request-input.ts";

/** Of a route that takes none. */
export const NOTHING = z.strictObject({});

/**
 * Named before the first route, or fastify loads and compiles those of its own, for nothing. Its
 * types know only Ajv's here.
 */
export const ZOD_SCHEMAS = {
  compilersFactory: {
    buildValidator: () => buildValidator,
    buildSerializer: () => serializerCompiler,
  },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;

const buildValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  if (route.schema !== NOTHING) return validate;
  return (data: unknown) => (hasFields(data) ? validate(data) : { value: data });
};
