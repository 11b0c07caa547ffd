/** Validates inputs and serialises responses by the schemas of the route tables. */
import type { FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { hasFields } from "./request-input.ts";

/** Schema of a route without input. */
export const NOTHING = z.strictObject({});

/**
 * The validator and serialiser of all routes. They must be set before the first route, because
 * fastify otherwise loads its own compilers. The type is asserted because fastify's types describe
 * only Ajv.
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
