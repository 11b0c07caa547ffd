/**
 * Tests that attacks leave traces without secrets: counts by kind and network on the administrator
 * page, in the metrics and in the log.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
/** Matches a metric name in a PromQL expression. Metric names have at least two words. */
const NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;
const MONITORING = join(import.meta.dirname, "..", "..", "deploy", "monitoring");

let server: RunningServer;
let admin: Person;

beforeAll(async () => {
  server = await startServer({
    env: {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      METRICS_PORT: "0",
      LOG_LEVEL: "info",
    },
  });
  admin = await withSecondFactor(await signIn(server.url, ADMIN.email, ADMIN.password));
});
afterAll(() => server.close());

/** Returns the PromQL expressions in an alert rules file or a dashboard. */
function expressionsOf(name: string): string[] {
  const text = readFileSync(join(MONITORING, name), "utf8");
  if (name.endsWith(".json"))
    return [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, expression = '""']) => JSON.parse(expression) as string,
    );
  return [...text.matchAll(/expr: (?:>-\n)?((?:.+\n)+?)(?= {8}(?:for|labels):)/g)].map(
    ([, expression = ""]) => expression,
  );
}

async function readMetrics(): Promise<string> {
  const url = /"url":"(http:[^"]+\/metrics)"/.exec(server.output())?.[1] ?? "";
  return (await fetch(url)).text();
}

test("guesses, forged tokens and refusals are counted without their secrets", async () => {
  const guess = `wrong-${randomUUID()}`;
  const forged = `eyJhbGciOiJub25lIn0.${randomUUID().replaceAll("-", "")}.`;
  const person = await signUp(server.url, "Ann");
  await expect(signIn(server.url, person.email, guess)).rejects.toThrow(
    "Invalid login credentials",
  );
  const ask = (token: string) =>
    fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask(forged)).status).toBe(401);
  await expect(person.call("listPeople")).rejects.toMatchObject({ problem: { code: "not_admin" } });
  const { id: userId } = await person.call("getMe");
  await admin.call("getPerson", { params: { userId } });
  const { kinds, networks } = await eventually(
    "the events are written",
    () => admin.call("getSecurity"),
    (security) => security.kinds.some(({ kind }) => kind === "administrator_look"),
  );
  const what = (kind: string) =>
    kinds.find((one) => one.kind === kind)?.what.map((one) => one.what) ?? [];
  expect(what("wrong_secret")).toContain("invalid_credentials");
  expect(what("token_refused")).toContain("token_forged");
  expect(what("refused")).toContain("not_admin");
  expect(what("administrator_look")).toContain("getPerson");
  expect(networks.map(({ network }) => network)).toContain("127.0.0.1");
  const metrics = await readMetrics();
  for (const kind of ["wrong_secret", "token_refused", "refused"])
    expect(metrics).toMatch(new RegExp(`^security_events_total\\{kind="${kind}"\\} [1-9]`, "m"));
  const log = server.output();
  expect(log).toContain('"security":"wrong_secret"');
  for (const secret of [guess, forged, person.email, ADMIN.password, await person.token()])
    expect(`${log}${metrics}`).not.toContain(secret);
});

test("the alerts and dashboard in deploy/monitoring use only existing metrics", async () => {
  const there = new Set(
    [...(await readMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
  );
  const expressions = [...expressionsOf("alerts.yml"), ...expressionsOf("dashboard.json")];
  expect(expressions.length).toBeGreaterThan(50);
  const missing = expressions
    .flatMap((expression) => expression.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, "").match(NAME) ?? [])
    .map((name) => name.replace(/(_seconds)_(?:bucket|count|sum)$/, "$1"))
    .filter((name) => name !== "histogram_quantile" && !there.has(name));
  expect(missing).toEqual([]);
});
