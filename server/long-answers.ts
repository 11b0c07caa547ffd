/**
 * Serialises responses with a long list in slices, so that the event loop can handle other requests
 * between two slices. Fastify serialises all other responses in one step.
 */
import { z } from "zod";
import { beginSlice, type Slice } from "#platform";

type Answer = Readonly<Record<string, unknown>>;

export interface LongAnswerWriter {
  isLong(answer: unknown): answer is Answer;
  /** Returns the JSON text of a response. Throws if the response does not match its schema. */
  write(answer: Answer): Promise<string>;
}

/** Minimum length of a list that is serialised in slices. */
const LONG_ITEMS = 500;
/** Number of items written between two checks of the clock. */
const SLICE_ITEMS = 100;

/** Returns a writer for this schema, or undefined if its responses contain no list. */
export function longAnswerWriter(schema: z.ZodType): LongAnswerWriter | undefined {
  if (!(schema instanceof z.ZodObject) || hasRules(schema.def)) return undefined;
  const fields = Object.entries<z.ZodType>(schema.shape);
  const lists = new Map(
    fields.flatMap(([name, field]) =>
      field instanceof z.ZodArray && !hasRules(field.def) ? [[name, field] as const] : [],
    ),
  );
  if (lists.size === 0) return undefined;
  return {
    isLong: (answer): answer is Answer =>
      typeof answer === "object" &&
      answer !== null &&
      [...lists.keys()].some((name) => lengthOf((answer as Answer)[name]) > LONG_ITEMS),
    async write(answer) {
      const slice = beginSlice();
      const parts: string[] = [];
      for (const [name, field] of fields) {
        const value = answer[name];
        const list = Array.isArray(value) ? lists.get(name) : undefined;
        const text = list
          ? await writeList(list, value as readonly unknown[], slice)
          : JSON.stringify(z.encode(field, value));
        if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
      }
      return `{${parts.join(",")}}`;
    },
  };
}

/** True if the schema has rules about the whole list, which cannot be checked on a slice. */
function hasRules({ checks = [], catchall }: { checks?: unknown[]; catchall?: unknown }): boolean {
  return checks.length > 0 || catchall !== undefined;
}

async function writeList(list: z.ZodArray, items: readonly unknown[], slice: Slice) {
  const texts: string[] = [];
  for (let start = 0; start < items.length; start += SLICE_ITEMS) {
    if (slice.isOver()) await slice.next();
    const encoded = z.encode(list, items.slice(start, start + SLICE_ITEMS));
    texts.push(JSON.stringify(encoded).slice(1, -1));
  }
  return `[${texts.join(",")}]`;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
