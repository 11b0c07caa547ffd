/** Validates inputs and serialises answers by the schemas of the route tables. */
import type { FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { hasFields } from "./request-input.ts";

/** For a route without input. */
export const NOTHING = z.strictObject({});

/**
 * Set before the first route, otherwise fastify loads and compiles its own. Its types know only
 * those of Ajv here.
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
