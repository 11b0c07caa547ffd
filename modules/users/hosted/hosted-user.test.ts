/**
 * Tests facts that a hosted service reports about a user and the token lacks: deletion, second
 * factors and changed credentials. Each test defines the responses of its service.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deliver } from "#notifications";
import { authenticate, usersRoutes, withdrawalsLockedUntil, type UsersDeps } from "#users";
import {
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

type Answer = { readonly status: number; readonly body?: unknown };

/**
 * A hosted service that uses the keys of an embedded sign-in service. Each test sets the response
 * of GET /user.
 */
interface Provider {
  readonly url: string;
  readonly server: Server;
  withToken: Answer;
  withoutToken: Answer;
  readonly asks: string[];
}

let keys: SignInServer;
let provider: Provider;
let installation: SignInServer;
beforeAll(async () => {
  keys = await startSignInServer();
});
afterAll(() => keys.close());

async function open() {
  provider = await startProvider();
  installation = await startSignInServer({}, { hostedUrl: provider.url });
  return close;
}

async function close(): Promise<void> {
  await installation.close();
  provider.server.close();
}

async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    const isUser = request.url === "/auth/v1/user";
    const hasToken = request.headers.authorization !== undefined;
    if (isUser) made.asks.push(hasToken ? "with token" : "without token");
    const answer = hasToken ? made.withToken : made.withoutToken;
    response.statusCode = isUser ? answer.status : 200;
    const keySet = { keys: keys.deps.signingKeys.publicKeys };
    response.end(JSON.stringify(isUser ? (answer.body ?? {}) : keySet));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: Provider = {
    url,
    server,
    withToken: { status: 404 },
    withoutToken: { status: 404 },
    asks: [],
  };
  return made;
}

async function newToken(): Promise<{ token: string; userId: string; email: string }> {
  const { session, userId, email } = await signUp(keys);
  const { kid, privateKey } = keys.deps.signingKeys.current;
  const token = await new SignJWT({
    ...decodeJwt(session.access_token),
    iss: `${provider.url}/auth/v1`,
  })
    .setProtectedHeader({ alg: "ES256", kid })
    .sign(privateKey);
  return { token, userId, email };
}

async function outcome(token: string, deps: UsersDeps = installation.deps): Promise<string> {
  return authenticate(deps, token).then(
    () => "let in",
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );
}

describe("a deleted user", () => {
  beforeEach(open);

  test("a known user's session ends when the service returns 404", async () => {
    const { token, email } = await newToken();
    provider.withToken = { status: 200, body: { email } };
    expect(await outcome(token)).toBe("let in");
    provider.withToken = { status: 404 };
    installation.clock.move(60_000);
    expect(await outcome(token)).toBe("session_ended");
  });

  test("a 404 for a new user means deletion if a request without a token returns 401", async () => {
    const { token } = await newToken();
    provider.withoutToken = { status: 401 };
    expect(await outcome(token)).toBe("session_ended");
    expect(provider.asks).toEqual(["with token", "without token"]);
  });

  test("a 404 for a known user means deletion even after a restart", async () => {
    const { token, email } = await newToken();
    provider.withToken = { status: 200, body: { email } };
    expect(await outcome(token)).toBe("let in");
    provider.withToken = { status: 404 };
    expect(await outcome(token, await installation.reopen())).toBe("session_ended");
  });

  test("a failing service is an outage and users are refused", async () => {
    const { token } = await newToken();
    provider.withoutToken = { status: 502 };
    expect(await outcome(token)).toBe("Outage");
  });
});

test("tokens are trusted without GET /user if the service only publishes keys", async () => {
  await open();
  const warn = vi.spyOn(installation.deps.log, "warn");
  const { token } = await newToken();
  for (let minute = 0; minute < 3; minute += 1) {
    expect(await outcome(token)).toBe("let in");
    expect(await outcome((await newToken()).token)).toBe("let in");
    installation.clock.move(60_000);
  }
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.lastCall?.[1]).toContain("no GET /user");
  expect(provider.asks.filter((ask) => ask === "without token")).toHaveLength(3);
  provider.withoutToken = { status: 401 };
  installation.clock.move(60_000);
  expect(await outcome(token)).toBe("session_ended");
  await close();
});

describe("a change of credentials", () => {
  beforeAll(open);
  const first = { email: "a@b.test", phone: "", factors: [], identities: [{ id: "1" }] };
  const totp = { id: "f1", status: "verified" };

  test.each([
    ["an e-mail address", { ...first, email: "c@b.test" }],
    ["a phone number", { ...first, phone: "4915100000" }],
    ["a second factor", { ...first, factors: [totp] }],
    ["another way to sign in", { ...first, identities: [{ id: "1" }, { id: "2" }] }],
  ])("withdrawals are locked after %s is added or changed at the service", async (_, changed) => {
    const { token, userId } = await newToken();
    const lockedUntil = () =>
      withdrawalsLockedUntil(installation.deps.database, userId, installation.clock.now());
    provider.withToken = { status: 200, body: first };
    await outcome(token);
    expect(await lockedUntil()).toBeUndefined();
    provider.withToken = { status: 200, body: changed };
    installation.clock.move(60_000);
    await outcome(token);
    const until = await lockedUntil();
    expect((until?.getTime() ?? 0) - installation.clock.now().getTime()).toBeGreaterThan(
      23 * 3_600_000,
    );
  });

  test("removing or replacing the last authenticator locks withdrawals", async () => {
    const { token, userId } = await newToken();
    const lockedUntil = () =>
      withdrawalsLockedUntil(installation.deps.database, userId, installation.clock.now());
    provider.withToken = { status: 200, body: { ...first, factors: [totp] } };
    await outcome(token);
    for (const factors of [[{ ...totp, id: "f2" }], []]) {
      provider.withToken = { status: 200, body: { ...first, factors } };
      installation.clock.move(25 * 3_600_000);
      expect(await lockedUntil()).toBeUndefined();
      await outcome(await anotherTokenOf(userId));
      expect(await lockedUntil()).toBeDefined();
    }
  });

  test("a sign-in or an unfinished enrolment does not lock withdrawals", async () => {
    const { token, userId } = await newToken();
    const two = [{ id: "1" }, { id: "2" }];
    provider.withToken = { status: 200, body: { ...first, identities: two } };
    await outcome(token);
    const factors = [{ id: "f9", status: "unverified" }];
    const identities = two.toReversed();
    const body = { ...first, identities, factors, updated_at: "2030", last_sign_in_at: "2030" };
    provider.withToken = { status: 200, body };
    installation.clock.move(60_000);
    await outcome(token);
    await outcome(await anotherTokenOf(userId));
    const { database } = installation.deps;
    expect(
      await withdrawalsLockedUntil(database, userId, installation.clock.now()),
    ).toBeUndefined();
  });

  async function anotherTokenOf(userId: string): Promise<string> {
    const { kid, privateKey } = keys.deps.signingKeys.current;
    const exp = Math.floor(installation.clock.now().getTime() / 1000) + 600;
    const iss = `${provider.url}/auth/v1`;
    return new SignJWT({ sub: userId, aud: "authenticated", iss, exp, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: "ES256", kid })
      .sign(privateKey);
  }
});

describe("an address change at the service", () => {
  beforeAll(open);
  const WELCOME = { name: "Ada", siteUrl: "http://floor.test" };
  const moved = async () => {
    const { token, userId, email } = await newToken();
    const answerWith = (now: string) =>
      (provider.withToken = { status: 200, body: { email: now } });
    answerWith(email);
    await outcome(token);
    const change = async (next: string) => {
      answerWith(next);
      installation.clock.move(60_000);
      return authenticate(installation.deps, token);
    };
    const messagesTo = () =>
      installation.deps.database.query<{ to: string; template: string }>(
        `select recipient as "to", template from notifications_messages where user_id = $1 order by id`,
        [userId],
      );
    return { userId, email, change, messagesTo };
  };

  test("the new address takes effect on this installation", async () => {
    const { userId, email, change, messagesTo } = await moved();
    const next = `Moved-${email}`;
    expect(await change(next)).toMatchObject({ userId, email: next.toLowerCase() });
    const [sent] = (await messagesTo()).toReversed();
    expect(sent).toMatchObject({ to: email, template: "email_changed_elsewhere" });
    const caller = await change(next);
    const routes = usersRoutes({ ...installation.deps, pending: pendingSats(0n) });
    expect(await routes.getMe({ ...plainRequest, caller })).toMatchObject({
      email: next.toLowerCase(),
    });
    await installation.deps.database.transaction((tx) =>
      deliver(tx, { userId, template: "welcome", values: WELCOME, now: installation.clock.now() }),
    );
    expect((await messagesTo()).at(-1)).toMatchObject({ to: next.toLowerCase() });
  });

  test("an empty address or another user's address is not applied", async () => {
    const [one, other] = [await moved(), await moved()];
    expect(await one.change(other.email)).toMatchObject({ email: one.email });
    expect(await one.change("")).toMatchObject({ email: one.email });
    expect(await other.change(other.email)).toMatchObject({ email: other.email });
  });

  test("a taken address is applied once the other user no longer has it", async () => {
    const [one, other] = [await moved(), await moved()];
    expect(await one.change(other.email)).toMatchObject({ email: one.email });
    await other.change(`left-${other.email}`);
    expect(await one.change(other.email)).toMatchObject({ email: other.email });
    expect(await one.change(other.email)).toMatchObject({ email: other.email });
    const notices = (await one.messagesTo()).filter(
      ({ template }) => template === "email_changed_elsewhere",
    );
    expect(notices).toEqual([{ to: one.email, template: "email_changed_elsewhere" }]);
  });
});
