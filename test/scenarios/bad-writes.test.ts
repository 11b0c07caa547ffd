/**
 * Calls every route that changes data with invalid values in each body field, with malformed
 * bodies, and with unknown ids. A route without test data causes a compile error. No call may cause
 * a server error or move a satoshi. `npm test` covers every pair of route, field and value once.
 * `npm run simulate` covers all combinations.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { paths } from "../../api/paths.ts";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { getCoins } from "../support/people/main-job.ts";
import { pairwise } from "../support/inputs/pairwise.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { refusalOf, send, type Sent } from "../support/servers/raw-request.ts";
import { nobody, writes, type WriteName } from "../support/inputs/well-formed-writes.ts";
import { isFullLength } from "../support/seeds.ts";
import { addAdministrator, withSecondFactor } from "../support/people/two-administrators.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

/** Invalid JSON. The parser refuses the whole body, whichever field contains the value. */
const notJson = ["01", "NaN", "0x10"];

const notValues = [
  "1e-8",
  "0.5",
  "-0",
  "-1",
  "1e308",
  "1e400",
  "9007199254740993",
  "-9007199254740993",
  "99999999999999999999999999",
  "true",
  "[]",
  "[1,[2]]",
  "{}",
  '{"$bigint":"1"}',
  '{"$date":"x"}',
  '{"toString":1,"constructor":1}',
  '"1"',
  '"1e-8"',
  '"1e308"',
  '"NaN"',
  '"-1"',
  '"999999999999999999999999.999999999999999999"',
  '"٣"',
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfffx"',
  '"a\\r\\nBcc: b@example.test"',
  '"\\u202e<script>alert(1)</script>"',
  '"=1+1"',
  '"%"',
  '"__proto__"',
  '"constructor"',
  '"\'; drop table ledger_transfers; --"',
  `"${"x".repeat(20_000)}"`,
  `"${"🏴".repeat(3_000)}"`,
];

const notBodies: readonly Partial<Sent>[] = [
  {},
  { body: "" },
  { body: "null" },
  { body: "[]" },
  { body: "1" },
  { body: '"x"' },
  { body: "{" },
  { body: '{"x":1}' },
  { body: '{"__proto__":{"amountSats":1}}' },
  { body: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { body: "[".repeat(30_000) },
  { body: `{"x":"${"x".repeat(70_000)}"}` },
  { body: Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]) },
  { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
  { body: "{}", headers: { "content-type": "text/plain" } },
  { body: "{}", headers: { "content-type": "" } },
  { body: "\x1f\x8b", headers: { "content-encoding": "gzip" } },
];

const nowhere = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%zz",
  "..%2fme",
  "%252f",
  "__proto__",
  "1e308",
  "-1",
  "x".repeat(41),
  "x".repeat(300),
  "%E2%80%AE",
  "'%20or%201=1",
  "[object%20Object]",
  nobody,
  nobody.toUpperCase().replaceAll("0", "A"),
  ...["wdr", "pos", "rig", "tkt", "msg", "cht"].map((kind) => `${kind}_${"0".repeat(32)}`),
];

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
/**
 * Number of administrators used in rotation, because each may make only sixty changes per minute.
 */
const ADMINISTRATORS = 12;

let server: InstalledServer;
let person: Person;
const administrators: Person[] = [];
let coins: number;

beforeAll(async () => {
  server = await startServer({
    env: { BLOCK_SECONDS: "0.2", ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
  person = await signUp(server.url, "Bad");
  const first = await withSecondFactor(await signIn(server.url, ADMIN.email, ADMIN.password));
  const plain: Person[] = [];
  for (let count = 0; count < ADMINISTRATORS; count += 1) {
    plain.push(await addAdministrator(server.url, first, `Admin${count}`));
  }
  // Creates all administrators before any of them enrols an authenticator. Otherwise adding the
  // next administrator would require a code.
  for (const one of plain) administrators.push(await withSecondFactor(one));
  coins = await getCoins(person);
});

afterAll(async () => {
  await server.close();
});

let turn = 0;

async function ask(name: WriteName, sent: Partial<Sent>, id = nobody): Promise<number> {
  const { method, path: template } = paths[name];
  const isAdministrators = template.startsWith("/api/v1/admin/");
  turn += 1;
  const sender = isAdministrators ? administrators[turn % ADMINISTRATORS] : person;
  const path = template.replaceAll(/\{\w+\}/g, id);
  const answer = await send(`${server.url}${path}`, { method, ...sent, person: sender ?? person });
  if (answer.status >= 300) refusalOf(answer);
  // A 401 response would mean that the server refused the request before reading the body.
  expect(answer.status).not.toBe(401);
  return answer.status;
}

const names = Object.keys(writes) as WriteName[];
const movesMoney = (name: WriteName): boolean => paths[name].movesMoney === true;

test("every route that changes data has test data", () => {
  const changing = Object.entries(paths).filter(([, { method }]) => method !== "GET");
  expect(names.toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

/**
 * Routes with the same body schema as `placeForexOrder`. They are called with nonexistent order and
 * replay ids, and only by `npm run simulate`.
 */
const sameBodies = new Set<WriteName>([
  "replaceForexOrder",
  "previewReplayOrder",
  "replaceReplayOrder",
]);

const isNewPair = pairwise();

test.each(names.filter((name) => writes[name].body && (isFullLength || !sameBodies.has(name))))(
  "%s refuses invalid values in every field",
  async (name) => {
    const { body = {} } = writes[name];
    const moved: unknown[] = [];
    for (const [place, field] of Object.keys(body).entries()) {
      const values = notValues.filter((json) => isNewPair(name, field, json) || isFullLength);
      for (const json of place === 0 ? [...notJson, ...values] : values) {
        const others = Object.entries(body).filter(([other]) => other !== field);
        const typed = [
          ...others.map(([key, value]) => [key, JSON.stringify(value)]),
          [field, json],
        ];
        const text = `{${typed.map(([key, value]) => `"${key}":${value}`).join(",")}}`;
        const status = await ask(name, { body: text });
        if (movesMoney(name) && status < 400) moved.push({ field, json });
      }
    }
    expect(moved).toEqual([]);
  },
);

test.each(names)("%s refuses a malformed body", async (name) => {
  const moved: unknown[] = [];
  for (const sent of notBodies) {
    const status = await ask(name, sent);
    if (movesMoney(name) && status < 400) moved.push(sent);
  }
  expect(moved).toEqual([]);
});

test.each(names.filter((name) => paths[name].path.includes("{")))(
  "%s returns 404 for an unknown id",
  async (name) => {
    const { body } = writes[name];
    for (const id of nowhere) {
      const status = await ask(name, body ? { body: JSON.stringify(body) } : {}, id);
      expect({ id, status }).toMatchObject({ status: refused });
    }
  },
);

const refused = expect.toSatisfy((status: number) => status >= 400 && status < 500);

test("at the end no satoshi has moved and the ledger is consistent", async () => {
  const { availableSats, heldSats } = await person.call("getWallet");
  expect({ availableSats, heldSats }).toEqual({ availableSats: coins, heldSats: 0 });
  expect(await server.stop()).toBe(0);
  const { problems } = await auditBooks(server, verifyLedger);
  expect(problems).toEqual([]);
  expect(server.output()).not.toMatch(/Something went wrong|sign-in service failed/);
});
