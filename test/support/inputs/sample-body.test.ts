import { expect, test } from "vitest";
import { routes } from "../../../api/tables.ts";
import { writes, type WriteName } from "./well-formed-writes.ts";

test.each(Object.keys(writes) as WriteName[])(
  "the generated body for %s matches its schema",
  (name) => {
    const { body: schema } = routes[name];
    const { body } = writes[name];
    expect(body === undefined).toBe(schema === undefined);
    expect(schema?.safeParse(body).error).toBeUndefined();
  },
);
