/**
 * Generates a well-formed body from a route's schema. Numbers are as large as the schema allows.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";

interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: "2099-01-01",
  "date-time": "2099-01-01T00:00:00Z",
  email: "x@example.test",
  // 192.0.2.0/24 is reserved for documentation.
  ipv4: "192.0.2.1",
};

/** Candidates for text fields. The first one that matches the field's pattern is used. */
const TEXTS = ["x", "1", "a".repeat(43), "0".repeat(64), `msg_${"0".repeat(32)}`];

export function sampleBody(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  return sampleOf(shape, shape.$defs ?? {}) as Readonly<Record<string, unknown>>;
}

function sampleOf(shape: Shape, defs: Readonly<Record<string, Shape>>): unknown {
  const [option] = shape.anyOf ?? shape.oneOf ?? [];
  const target = option ?? defs[shape.$ref?.split("/").at(-1) ?? ""];
  if (target) return sampleOf(target, defs);
  if ("const" in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === "object") {
    const fields = Object.entries(shape.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, defs)]));
  }
  if (shape.type === "array") return shape.items ? [sampleOf(shape.items, defs)] : [];
  if (shape.type === "string") return textFor(shape);
  if (shape.type === "boolean") return false;
  return shape.type === "null" ? null : (shape.maximum ?? 1);
}

function textFor({ format = "", pattern = "", minLength = 0 }: Shape): string {
  if (format === "uuid") return randomUUID();
  const text = BY_FORMAT[format] ?? TEXTS.find((one) => new RegExp(pattern, "u").test(one));
  if (text === undefined) throw new Error(`no text is known that fits ${pattern}`);
  return text.padEnd(minLength, "x");
}
