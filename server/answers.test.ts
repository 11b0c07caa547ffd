import fc from "fast-check";
import type { serializerCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { decimal, sats, time } from "#api/values";
import { longAnswerWriter } from "./long-answers.ts";
import { ZOD_SCHEMAS } from "./zod-compilers.ts";

const item = z.object({
  id: z.string(),
  amountSats: sats,
  at: time.nullable(),
  rate: decimal,
  count: z.int(),
  share: z.number(),
  isOpen: z.boolean(),
  state: z.enum(["running", "ended"]),
  kind: z.literal("plan"),
  note: z.string().optional(),
  nothing: z.null(),
  date: z.iso.date(),
  site: z.url(),
  few: z.array(z.int()).max(2),
  by: z.record(z.string(), z.int()),
});
const list = z.object({ items: z.array(item), nextCursor: z.string().nullable() });

const fitting = fc.record(
  {
    id: fc.string({ unit: "binary" }),
    amountSats: fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
    at: fc.option(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })),
    rate: fc.constantFrom("0", "-1.5", "83148355189239.77"),
    count: fc.maxSafeInteger(),
    share: fc.double({ noNaN: true, noDefaultInfinity: true }),
    isOpen: fc.boolean(),
    state: fc.constantFrom("running", "ended"),
    kind: fc.constant("plan"),
    note: fc.string(),
    nothing: fc.constant(null),
    date: fc.constantFrom("2026-11-26", "2024-02-29"),
    site: fc.constant("https://example.org/a"),
    few: fc.array(fc.maxSafeInteger(), { maxLength: 2 }),
    by: fc.dictionary(fc.string(), fc.maxSafeInteger()),
    notDeclared: fc.string(),
  },
  {
    requiredKeys: [
      ...(["id", "amountSats", "at", "rate", "count", "share", "isOpen", "state", "kind"] as const),
      ...(["nothing", "date", "site", "few", "by"] as const),
    ],
  },
);

/** Returns the serialiser that fastify would create for this response schema. */
function answerWriter(schema: z.ZodType): (answer: unknown) => string {
  const { compilersFactory } = ZOD_SCHEMAS as unknown as {
    compilersFactory: { buildSerializer: () => typeof serializerCompiler };
  };
  return compilersFactory.buildSerializer()({ schema, method: "GET", url: "/" });
}

test("a valid response is serialised exactly as by JSON.stringify", () => {
  const write = answerWriter(list);
  const answers = fc.record({
    items: fc.array(fitting, { maxLength: 4 }),
    nextCursor: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(answers, (answer) => {
      expect(write(answer)).toBe(JSON.stringify(z.encode(list, answer)));
    }),
  );
});

test("amounts become integers and times become text in every union member", () => {
  const option = z.union([z.object({ sats }), z.object({ at: time.nullable() })]);
  const schema = z.object({ options: z.array(option), left: sats });
  const options = [{ sats: -(2n ** 53n) + 1n }, { at: new Date(0) }, { at: null }];
  expect(answerWriter(schema)({ options, left: 7n, notDeclared: 1 })).toBe(
    '{"options":[{"sats":-9007199254740991},{"at":"1970-01-01T00:00:00.000Z"},{"at":null}],"left":7}',
  );
});

const good = fc.sample(fitting, { numRuns: 1, seed: 1 })[0];

test.each([
  ["id", 1],
  ["id", undefined],
  ["amountSats", 1],
  ["amountSats", 2n ** 53n],
  ["at", "2026-11-26T00:00:00.000Z"],
  ["at", new Date(Number.NaN)],
  ["rate", "1e5"],
  ["count", 1.5],
  ["share", Number.NaN],
  ["isOpen", 1],
  ["isOpen", null],
  ["state", "begun"],
  ["kind", null],
  ["note", null],
  ["nothing", undefined],
  ["date", "2026-13-01"],
  ["site", "nowhere"],
  ["few", [1, 2, 3]],
  ["few", {}],
  ["by", { a: "b" }],
])("a field %s with the value %s is refused", (field, value) => {
  const answer = { items: [{ ...good, [field]: value }], nextCursor: null };
  expect(() => answerWriter(list)(answer)).toThrow(/./);
  expect(() => z.encode(list, answer as unknown as z.output<typeof list>)).toThrow(/./);
});

test.each([[[]], [null], ["text"], [undefined]])(
  "%s is refused because it is not an object",
  (answer) => {
    expect(() => answerWriter(list)(answer)).toThrow(/./);
  },
);

test("an error thrown by a getter is not reported as an invalid response", () => {
  const answer = {
    get at(): Date {
      throw new TypeError("no time");
    },
  };
  expect(() => answerWriter(z.object({ at: time }))(answer)).toThrow("no time");
});

const many = (count: number) => ({
  items: Array.from({ length: count }, (_, place) => ({ at: new Date(place), place })),
  nextCursor: null,
});
const manySchema = z.object({
  items: z.array(z.object({ at: time, place: z.int() })),
  nextCursor: z.string().nullable(),
});

test("a long list written in slices results in the same JSON text", async () => {
  const writer = longAnswerWriter(manySchema);
  expect(writer?.isLong(many(500))).toBe(false);
  const answer = many(5_000);
  expect(writer?.isLong(answer)).toBe(true);
  expect(await writer?.write(answer)).toBe(JSON.stringify(z.encode(manySchema, answer)));
});

test("the event loop handles other work while a long list is written", async () => {
  let turns = 0;
  let isWritten = false;
  const turn = () => {
    turns += 1;
    if (!isWritten) setImmediate(turn);
  };
  setImmediate(turn);
  await longAnswerWriter(manySchema)?.write(many(200_000));
  isWritten = true;
  expect(turns).toBeGreaterThan(5);
});

test("a long response with an invalid item is refused", async () => {
  const writer = longAnswerWriter(manySchema);
  const items = [...many(1_000).items, { at: new Date(Number.NaN), place: 1 }];
  await expect(writer?.write({ items, nextCursor: null })).rejects.toThrow(/./);
  await expect(writer?.write({ ...many(1_000), nextCursor: 1 })).rejects.toThrow(/./);
});

test("responses without a list are not written in slices", () => {
  expect(longAnswerWriter(z.object({ place: z.int() }))).toBeUndefined();
  expect(longAnswerWriter(z.object({ few: z.array(z.int()).max(2) }))).toBeUndefined();
});
