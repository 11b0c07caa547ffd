/**
 * Checks a running product's OpenAPI document with the tools that API users have: a linter and a
 * generator of typed clients. Prometheus's own checker reads the metrics.
 */
import { spawnSync } from "node:child_process";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "../../api/paths.ts";
import { signInRows } from "../authorisation/sign-in-rows.ts";
import { generateClient, type ApiClient } from "../support/servers/api-client.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const ALWAYS_REFUSED = ["POST /auth/v1/sso", "GET /auth/v1/authorize"];

let server: InstalledServer;
let person: Person;
let client: ApiClient;
let text: string;
let document: OpenApi;
let operations: readonly (readonly [route: string, operation: Operation])[];

beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: "0", LOG_LEVEL: "info" } });
  person = await signUp(server.url, "Programmer");
  text = await (await fetch(`${server.url}/api/openapi.json`)).text();
  document = JSON.parse(text) as OpenApi;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  client = await generateClient(text);
});

afterAll(async () => {
  client.remove();
  await server.close();
});

test("the linter's recommended rules report no problem", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: "/openapi.json", config });
  const lines = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  );
  expect(lines).toEqual([]);
});

test("every reference in the document points to an existing schema", () => {
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(names.length).toBeGreaterThan(500);
  expect([...text.matchAll(/"\$ref":/g)]).toHaveLength(names.length);
  expect(names.filter((name) => !(name in document.components.schemas))).toEqual([]);
});

test("every operation has a summary that starts with a capital letter", () => {
  const wrong = operations.filter(([, { summary }]) => !/^[A-Z]/.test(summary));
  expect(wrong.map(([route]) => route)).toEqual([]);
});

test("the document describes all declared routes and no catch-all route", () => {
  const described = new Set(operations.map(([route]) => route));
  const missing = Object.values(paths).filter(
    ({ method, path }) => !described.has(`${method} ${path}`),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(document.paths).filter((path) => path.includes("*"))).toEqual([]);
  const methods = new Set([...described].map((route) => route.split(" ")[0]));
  expect(methods).toEqual(new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]));
});

test("the document describes every sign-in route that can succeed", () => {
  const described = new Set(operations.map(([route]) => route));
  const routes = Object.keys(signInRows)
    .filter((route) => !route.includes("*") && !ALWAYS_REFUSED.includes(route))
    .map((route) => route.replaceAll(/:(\w+)/g, "{$1}"));
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((route) => !described.has(route) && !route.startsWith("ALL "))).toEqual([]);
});

test("every operation names its permitted callers", () => {
  const security = new Map(operations.map(([, one]) => [one.operationId, one.security]));
  expect([...security].filter(([, ways]) => ways === undefined)).toEqual([]);
  expect(security.get("getPool")).toEqual([]);
  expect(security.get("getWallet")).toEqual([{ bearer: [] }, { key: ["read"] }]);
  expect(security.get("listKeys")).toEqual([{ bearer: [] }]);
  expect(security.get("authListUsers")).toEqual([{ serviceKey: [] }]);
});

/** A client program as an API user might write it. */
const PROGRAM = `
import * as api from "./client.ts";
const { URL: baseUrl = "", TOKEN = "", KEY = "" } = process.env;
api.defaults.baseUrl = baseUrl;
api.defaults.headers = { authorization: "Bearer " + TOKEN };
const height: number | null = (await api.getPublicStats()).blockHeight;
const before: number = (await api.getWallet()).availableSats;
const grant: { id: string; amountSats: number } = await api.requestFaucet(KEY, {
  amountSats: 20_000,
});
const again = await api.requestFaucet(KEY, { amountSats: 20_000 });
const ticket = await api.createTicket({ subject: "A client", message: "It compiles." });
const subject: string = (await api.getTicket(ticket.id)).subject;
const withdrawals: string[] = (await api.listWithdrawals({ limit: 5 })).items.map(({ id }) => id);
const missing = await api.getTicket("none").then(
  () => 200,
  (error: { status: number }) => error.status,
);
console.log(JSON.stringify({
  height, before, amountSats: grant.amountSats, isSame: grant.id === again.id, subject, withdrawals, missing,
}));
`;

test("a generated client compiles and calls the running product", async () => {
  expect(await client.compile(PROGRAM)).toBe("");
  const env = {
    URL: server.url,
    TOKEN: await person.token(),
    KEY: crypto.randomUUID(),
  };
  expect(await client.run(PROGRAM, env)).toEqual({
    height: expect.any(Number) as number,
    before: 0,
    amountSats: 20_000,
    isSame: true,
    subject: "A client",
    withdrawals: [],
    missing: 404,
  });
});

test("a generated client does not compile with a field that the product rejects", async () => {
  const program = `import { requestFaucet } from "./client.ts";
await requestFaucet("key", { amountBtc: 1 });`;
  expect(await client.compile(program)).toContain("amountBtc");
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.runIf(hasPromtool)("promtool accepts the running product's metrics", async () => {
  const url = /"url":"(http:[^"]+\/metrics)"/.exec(server.output())?.[1] ?? "";
  const input = await (await fetch(url)).text();
  const { status, stderr } = spawnSync("promtool", ["check", "metrics"], { input });
  expect({ status, output: stderr.toString() }).toEqual({ status: 0, output: "" });
});
