/** Runs every part of `npm run bench` briefly, without judging any figure. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PART_NAMES } from "./parts.ts";

const RUN_MS_MAX = 600_000;
/** Matches the first column of a row, such as L1 or X6a. */
const ROW = /^[A-Z]\d+[a-z]? /m;

let run: { readonly code: unknown; readonly output: string; readonly errors: string };
beforeAll(async () => {
  run = await new Promise((resolve) => {
    const args = [join(import.meta.dirname, "main.ts"), "--short"];
    execFile(process.execPath, args, { timeout: RUN_MS_MAX }, (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output, errors }),
    );
  });
}, RUN_MS_MAX + 60_000);

test.each(PART_NAMES)("the %s part of the benchmark measures every row", (name) => {
  const sections = run.output.split(/^# /m);
  const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? "";
  expect(section).toMatch(ROW);
  expect(section).not.toContain("NaN");
});

test("a short benchmark ends without an error", () => {
  expect(run).toMatchObject({ code: 0, errors: "" });
});
