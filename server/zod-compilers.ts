/** What checks input and writes answers by the schemas of the routes' tables. */
import type { FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { hasFields } from "./request-input.ts";
import { answerWriter } from "./write-answer.ts";

/** Of a route that takes none. */
export const NOTHING = z.strictObject({});

/**
 * Named before the first route, or fastify loads and compiles those of its own, for nothing. Its
 * types know only Ajv's here.
 */
export const ZOD_SCHEMAS = {
  compilersFactory: {
    buildValidator: () => buildValidator,
    buildSerializer: () => buildSerializer,
  },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;

const buildValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  if (route.schema !== NOTHING) return validate;
  return (data: unknown) => (hasFields(data) ? validate(data) : { value: data });
};

const buildSerializer: typeof serializerCompiler = (route) => {
  const { schema } = route;
  const serialize = serializerCompiler(route);
  if (!(schema instanceof z.core.$ZodType)) return serialize;
  const write = answerWriter(schema);
  return (answer: unknown) => write(answer) ?? serialize(answer);
};
