import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyLimits } from "#api/limits";
import type { KeyScope } from "#api/route";
import { readConfig, silentLog } from "#platform";
import { openInstallation, type Installation as Opened } from "../../server/open-installation.ts";
import {
  anonymousAccountStatus,
  disabledStatus,
  firstFactorStatus,
  keyStatus,
  type Ask,
  type Belongings,
  type Row,
} from "../authorisation.ts";
import { declaredRows, rowsOf, type Declared } from "../authorisation/declared-rows.ts";
import {
  acquire,
  byPasskey,
  disabledBy,
  keyOf,
  promoted,
  secured,
} from "../authorisation/people.ts";
import { signIn, signUp, tryOut, type Person } from "../support/people/person.ts";
import { newInstallation, type Installation } from "../support/servers/installation.ts";
import { manyRequests } from "../support/servers/launch-server.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
let opened: Opened;
let installation: Installation;
let people: Readonly<
  Record<
    | "user"
    | "stranger"
    | "administrator"
    | "administratorWithFactor"
    | "administratorByPasskey"
    | "disabled"
    | "firstFactor"
    | "firstFactorAdministrator"
    | "trying",
    Person
  >
>;
let belongings: Belongings;
/** API keys of `user`, by scope. */
let keys: Readonly<Record<KeyScope, string>>;

beforeAll(async () => {
  installation = await newInstallation();
  const config = readConfig({
    PORT: "0",
    HOUSE_RIG: "off",
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.applicationUrl,
    BLOCK_SECONDS: "0.2",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...manyRequests,
    ADMINISTRATOR_WAIT_HOURS: "0",
  });
  opened = await openInstallation(config, silentLog);
  const user = await signUp(opened.url, "Owner");
  const founder = await secured(await signIn(opened.url, ADMIN.email, ADMIN.password));
  const administrator = await promoted(opened.url, founder, "First");
  const plain = [
    await promoted(opened.url, founder, "Second"),
    await promoted(opened.url, founder, "Third"),
    await promoted(opened.url, founder, "Fourth"),
  ] as const;
  const [withFactor, another] = [await secured(plain[0]), await secured(plain[1])];
  const cautious = await secured(await signUp(opened.url, "Cautious"));
  people = {
    user,
    stranger: await signUp(opened.url, "Stranger"),
    administrator,
    administratorWithFactor: withFactor,
    administratorByPasskey: await byPasskey(opened.url, plain[2]),
    disabled: await disabledBy(opened.url, founder),
    firstFactor: await signIn(opened.url, cautious.email, cautious.password),
    firstFactorAdministrator: await signIn(opened.url, another.email, another.password),
    trying: await tryOut(opened.url),
  };
  belongings = await acquire(opened.url, user);
  keys = {
    read: (await keyOf(user, "read")).secret,
    trade: (await keyOf(user, "trade")).secret,
    "withdraw-to-verified": (await keyOf(user, "withdraw-to-verified")).secret,
  };
});

afterAll(async () => {
  await opened.stop();
  await installation.remove();
});

const declared = declaredRows();

test("the access table has exactly one row for every route", () => {
  const sorted = (list: readonly string[]) => list.toSorted((a, b) => (a < b ? -1 : 1));
  expect(sorted(rowsOf(opened.routes))).toEqual(sorted(declared.map(({ route }) => route)));
});

test("every route with an id has an expected answer for users who do not own it", () => {
  const letsUsersIn = ({ row }: Declared) => row.anonymous === 401 && row.user !== 403;
  const aboutOne = declared.filter((one) => one.route.includes("/:") && letsUsersIn(one));
  expect(aboutOne.length).toBeGreaterThan(0);
  expect(aboutOne.filter(({ row }) => row.stranger === undefined)).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(route: string, ask: Ask, token: string | undefined): Promise<Answer> {
  const [method = "", template = ""] = route.split(" ");
  const path = template
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? "none"))
    .replace("*", "nothing-here");
  const response = await fetch(`${opened.url}${path}${ask.query ? `?${ask.query}` : ""}`, {
    method,
    redirect: "manual",
    headers: {
      "idempotency-key": randomUUID(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(ask.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function tokenOf(person: Person, row: Row): Promise<string> {
  if (!row.endsSession) return person.token();
  return (await signIn(opened.url, person.email, person.password)).token();
}

const missing: Belongings = {
  withdrawalId: `wdr_${"0".repeat(32)}`,
  connectionId: `wcn_${"0".repeat(32)}`,
  depositId: `dep_${"0".repeat(32)}`,
  followedTxid: "0".repeat(64),
  messageId: `ltr_${"0".repeat(32)}`,
  sessionId: randomUUID(),
  keyId: `key_${"0".repeat(32)}`,
  positionId: `pos_${"0".repeat(32)}`,
  rigId: `rig_${"0".repeat(32)}`,
  workerId: randomUUID(),
  alertId: "fxa_none",
  forexOrderId: `fxo_${"0".repeat(32)}`,
  replayId: randomUUID(),
  ticketId: `tkt_${"0".repeat(32)}`,
  factorId: randomUUID(),
};

const withoutRequestId = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"requestId":"[^"]*"/, ""),
});

test.each(declared.filter(({ row }) => typeof row.stranger === "number"))(
  "$route responds the same to another user's id as to an unknown id",
  async ({ route, row }) => {
    const token = await people.stranger.token();
    const answer = await send(route, row.ask?.(belongings) ?? {}, token);
    expect(answer.status).toBe(row.stranger);
    const toMissing = await send(route, row.ask?.(missing) ?? {}, token);
    expect(withoutRequestId(answer)).toEqual(withoutRequestId(toMissing));
  },
);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/**
 * HEAD requests, one route per kind. One is enough, because a single server hook adds HEAD to every
 * GET route.
 */
const HEAD_ROUTES = [
  "GET /",
  "GET /api/v1/me",
  "GET /api/v1/withdrawals/:withdrawalId",
  "GET /api/v1/admin/stats",
  "GET /auth/v1/user",
];

/**
 * The test cases, one per route and method. A route declared for all methods is called with each
 * method.
 */
const cases = declared.flatMap(({ route, ...rest }) =>
  route.startsWith("ALL ")
    ? METHODS.map((method) => ({ route: route.replace("ALL", method), ...rest }))
    : [{ route, ...rest }],
);

describe("access by caller", () => {
  test.each(cases)(
    "callers receive the listed statuses from $route",
    async ({ route, row, wantsAccount, keyScope: scope }) => {
      const ask = () => row.ask?.(belongings) ?? {};
      expect(await send(route, ask(), undefined)).toMatchObject({ status: row.anonymous });
      expect(await send(route, ask(), "not.a.token")).toMatchObject({
        status: route.includes("/auth/v1/") && row.anonymous === 401 ? 403 : row.anonymous,
      });
      const administrator = await tokenOf(people.administrator, row);
      expect(await send(route, ask(), administrator)).toMatchObject({ status: row.administrator });
      for (const one of [people.administratorWithFactor, people.administratorByPasskey]) {
        expect(await send(route, ask(), await tokenOf(one, row))).toMatchObject({
          status: row.administratorWithFactor ?? row.administrator,
        });
      }
      expect(await send(route, ask(), await people.disabled.token())).toMatchObject({
        status: disabledStatus(route, row),
      });
      for (const person of [people.firstFactor, people.firstFactorAdministrator]) {
        expect(await send(route, ask(), await tokenOf(person, row))).toMatchObject({
          status: firstFactorStatus(route, row),
        });
      }
      for (const held of keyLimits.scopes) {
        expect(await send(route, ask(), keys[held])).toMatchObject({
          status: keyStatus(route, row, { scope, held }),
        });
      }
      const trying = row.endsSession ? await tryOut(opened.url) : people.trying;
      expect(await send(route, ask(), await trying.token())).toMatchObject({
        status: anonymousAccountStatus(route, row, wantsAccount),
      });
      const user = await tokenOf(people.user, row);
      expect(await send(route, ask(), user)).toMatchObject({ status: row.user });
    },
  );

  const gets = declared.filter(({ route }) => route.startsWith("GET "));
  const doesSomething = ({ route }: Declared) =>
    ["GET /auth/v1/reauthenticate", "GET /auth/v1/verify"].includes(route);

  test.each(gets.filter(doesSomething))(
    "HEAD is refused for $route, which has an effect",
    async (one) => {
      const answer = await send(one.route.replace("GET", "HEAD"), {}, await people.user.token());
      expect(answer.status).toBe(404);
    },
  );

  test("every other GET route also accepts HEAD", () => {
    const routes = new Set(opened.routes);
    const withoutHead = gets.filter(
      (one) => !doesSomething(one) && !routes.has(one.route.replace("GET", "HEAD")),
    );
    expect(withoutHead).toEqual([]);
  });

  test.each(HEAD_ROUTES)("HEAD returns the same status as %s to every caller", async (route) => {
    const row = gets.find((one) => one.route === route)?.row;
    if (!row) throw new Error("there is no such route");
    const ask = row.ask?.(belongings) ?? {};
    const head = async (token: string | undefined) => {
      const { status, text } = await send(route.replace("GET", "HEAD"), ask, token);
      expect(text).toBe("");
      return status;
    };
    expect({
      anonymous: await head(undefined),
      user: await head(await people.user.token()),
      administrator: await head(await people.administrator.token()),
      disabled: await head(await people.disabled.token()),
      firstFactor: await head(await people.firstFactor.token()),
    }).toEqual({
      anonymous: row.anonymous,
      user: row.user,
      administrator: row.administrator,
      disabled: disabledStatus(route, row),
      firstFactor: firstFactorStatus(route, row),
    });
  });

  test("OPTIONS reveals only a route's methods", async () => {
    for (const path of new Set(declared.map(({ route }) => route.slice(route.indexOf(" ") + 1)))) {
      if (declared.some(({ route }) => route === `ALL ${path}`)) continue;
      for (const person of [undefined, people.user, people.administratorWithFactor]) {
        const { status, text } = await send(`OPTIONS ${path}`, {}, await person?.token());
        expect({ path, status: [404, 405].includes(status) || status }).toEqual({
          path,
          status: true,
        });
        expect(text).not.toContain(belongings.withdrawalId);
      }
    }
  });
});

describe("users cannot give themselves permissions", () => {
  test.each([{ isAdmin: true }, { balance: 1 }, { balances: {} }, { role: "admin" }, { id: "x" }])(
    "updateMe refuses %j",
    async (change) => {
      const { user } = people;
      await expect(
        user.call("updateMe", { body: { name: "Changed", ...change } }),
      ).rejects.toMatchObject({ problem: { status: 400, code: "invalid_request" } });
      expect(await user.call("getMe")).toMatchObject({ name: "Somebody", isAdmin: false });
    },
  );

  test("user metadata grants no administrator rights", async () => {
    const { data, error } = await people.user.auth.updateUser({
      data: { is_admin: true, role: "service_role", app_metadata: { is_admin: true } },
    });
    expect(error).toBeNull();
    expect(data.user?.role).toBe("authenticated");
    await people.user.auth.refreshSession();
    expect((await people.user.call("getMe")).isAdmin).toBe(false);
  });

  test("sign-up with forged administrator claims creates an ordinary user", async () => {
    const email = `${randomUUID()}@example.test`;
    const body = {
      email,
      password: `long enough ${randomUUID()}`,
      role: "service_role",
      is_super_admin: true,
      app_metadata: { is_admin: true },
      data: { is_admin: true, isAdmin: true, role: "admin" },
    };
    const { text } = await send("POST /auth/v1/signup", { body }, undefined);
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    const me = await send("GET /api/v1/me", {}, token);
    expect(JSON.parse(me.text)).toMatchObject({ email, isAdmin: false });
  });
});
