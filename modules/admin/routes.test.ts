/**
 * Tests access to the back office: unauthorised and malformed requests get 401, 403 or 400 and
 * change nothing.
 */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#admin";
import { adminApi } from "#api/admin";
import { silentLog } from "#platform";
import { authenticate } from "#users";
import { createHttpServer } from "../../server/http.ts";
import { registerApi } from "../../server/routes.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../test/support/servers/sign-in-server.ts";
import { administratorToken } from "../../test/support/servers/administrator-token.ts";
import { operator } from "../../test/support/money/operator-products.ts";

let server: SignInServer;
let app: FastifyInstance;
let administrator: string;
let user: string;
beforeAll(async () => {
  server = await startSignInServer();
  const { deps } = server;
  app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: [], styles: [] },
    connectHosts: [],
  });
  const office = adminRoutes({
    ...deps,
    ...operator,
    nodeHeight: async () => null,
    nodeMempool: async () => [],
  });
  registerApi(
    app,
    adminApi,
    office,
    { identify: (token) => authenticate(deps, token) },
    () => office,
  );
  administrator = await administratorToken(server);
  user = (await signUp(server)).session.access_token;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const ID = "00000000-0000-4000-8000-000000000000";

async function ask(method: string, path: string, token?: string, body?: object) {
  const { statusCode, body: text } = await app.inject({
    method: method as "GET",
    url: path.replace(/\{\w+\}/, ID),
    ...(body === undefined ? {} : { payload: body }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: statusCode, text };
}

const routes = Object.values(adminApi).map(({ method, path }) => [method, path] as const);

test.each(routes)("%s %s is allowed for administrators only", async (method, path) => {
  expect(await ask(method, path)).toMatchObject({ status: 401 });
  expect(await ask(method, path, user)).toMatchObject({ status: 403 });
});

const PERSON = {
  name: "Bo",
  email: "bo@example.test",
  password: "long enough 1",
  reason: "a test",
};

test.each([
  ["POST", "/api/v1/admin/users", { ...PERSON, name: " " }],
  ["POST", "/api/v1/admin/users", { ...PERSON, name: "x".repeat(121) }],
  ["POST", "/api/v1/admin/users", { ...PERSON, reason: "no" }],
  ["POST", "/api/v1/admin/users", { ...PERSON, reason: "x".repeat(501) }],
  ["POST", "/api/v1/admin/users", { ...PERSON, isAdmin: "true" }],
  ["POST", "/api/v1/admin/users", { ...PERSON, name: "a\0b" }],
  ["POST", "/api/v1/admin/users", { ...PERSON, balanceSats: 1 }],
  ["PATCH", "/api/v1/admin/users/{userId}", { reason: "nothing else" }],
  ["PATCH", "/api/v1/admin/users/{userId}", { isAdmin: true }],
  ["PATCH", "/api/v1/admin/users/{userId}", { reason: "a test", balances: { availableSats: 1 } }],
  ["PATCH", "/api/v1/admin/users/{userId}", { reason: "a test", email: "new@example.test" }],
  ["POST", "/api/v1/admin/users/{userId}/email", { subject: "", text: "x" }],
  ["POST", "/api/v1/admin/users/{userId}/email", { subject: "x", text: "x".repeat(4001) }],
  ["DELETE", "/api/v1/admin/users/{userId}", {}],
])("%s %s with %j returns 400", async (method, path, body) => {
  expect(await ask(method, path, administrator, body)).toMatchObject({ status: 400 });
});

test.each([
  "limit=0",
  "limit=101",
  "filter=rich",
  "cursor=after_1",
  `search=${"x".repeat(121)}`,
  "page=2",
])("the user list with %s returns 400", async (query) => {
  const answer = await ask("GET", `/api/v1/admin/users?${query}`, administrator);
  expect(answer).toMatchObject({ status: 400 });
});

test("the response to a valid request contains no password", async () => {
  const added = await ask("POST", "/api/v1/admin/users", administrator, PERSON);
  expect(added).toMatchObject({ status: 200 });
  const list = await ask("GET", "/api/v1/admin/users?search=bo%40example", administrator);
  expect(list).toMatchObject({ status: 200 });
  expect(added.text + list.text).not.toMatch(/password|argon2|long enough/);
});
