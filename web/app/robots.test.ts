/** Tests that search engines may index public pages but not users' pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { paths } from "../ui/navigation/paths.ts";

const PUBLIC = [
  "/",
  "/login",
  "/register",
  "/time-machine",
  "/pool",
  "/transparency",
  "/verify",
  "/forex/days",
  "/forex/days/2026-11-27",
  "/api/docs",
];

const rules = readFileSync(join(import.meta.dirname, "..", "public", "robots.txt"), "utf8")
  .split("\n")
  .map((line) => /^(Allow|Disallow): (\S+)$/.exec(line))
  .flatMap((match) => (match ? [{ allows: match[1] === "Allow", path: match[2] ?? "" }] : []));

/** Evaluates robots.txt as specified in RFC 9309: the longest matching rule applies. */
function isAllowed(path: string): boolean {
  const matches = rules.filter((rule) =>
    rule.path.endsWith("$") ? path === rule.path.slice(0, -1) : path.startsWith(rule.path),
  );
  const [longest] = matches.toSorted((a, b) => b.path.length - a.path.length);
  return longest?.allows ?? true;
}

test.each(PUBLIC)("robots.txt allows the public page %s", (path) => {
  expect(isAllowed(path)).toBe(true);
});

const others = Object.values(paths)
  .map((target) => (typeof target === "function" ? target("2026-11-27") : target))
  .map(({ to, ...rest }) =>
    to.replace(/\$\w+/, Object.values("params" in rest ? rest.params : {}).join()),
  )
  .filter((path) => !PUBLIC.includes(path));

test.each([...others, "/auth/v1/token", "/api/v1/me", "/forex", "/forex/replays", "/no/such/page"])(
  "robots.txt disallows %s",
  (path) => {
    expect(isAllowed(path)).toBe(false);
  },
);
