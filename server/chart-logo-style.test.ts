import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHART_LOGO_STYLE } from "./chart-logo-style.ts";

test("the policy allows exactly the style that the installed chart library adds", () => {
  const folder = join(import.meta.dirname, "..", "node_modules", "lightweight-charts", "dist");
  const code = readFileSync(join(folder, "lightweight-charts.production.mjs"), "utf8");
  const written = /\.innerText\s*=\s*(["'`])(a#tv-attr-logo\{.*?\})\1/.exec(code)?.[2];
  expect(written).toBe(CHART_LOGO_STYLE);
});
