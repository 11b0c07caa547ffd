/**
 * Tests an account's metadata: its total size is limited, only the account's owner can change it,
 * and it never makes a token too long to be accepted.
 */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate, usersRoutes } from "#users";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  operatorOf,
  requestOfSignIn,
  startOperatorServer,
  type OperatorServer,
} from "../../../test/support/people/operator.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  postSignIn,
  signUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { METADATA_BYTES_MAX } from "./metadata.ts";
import { TOKEN_CHARACTERS_MAX } from "../sessions/access-token.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

let started: OperatorServer;
let server: SignInServer;
let key: string;
beforeAll(async () => {
  started = await startOperatorServer();
  ({ server } = started);
  key = started.readKey();
});
afterAll(() => started.close());

const TOO_LONG = { status: 422, code: "validation_failed" };
const database = () => server.deps.database;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

async function storedBytes(userId: string): Promise<number> {
  const [row] = await database().query<{ data: unknown }>(
    "select raw_user_meta_data as data from users_users where id = $1",
    [userId],
  );
  return bytesOf(row?.data);
}

/** Returns `rest` padded with a repeated `text` to exactly the maximum size. */
function largest<Rest extends object>(text: string, rest: Rest): Rest & { readonly x: string } {
  const room = METADATA_BYTES_MAX - bytesOf({ ...rest, x: "" });
  const filled = text.repeat(Math.floor(room / (bytesOf(text) - 2)));
  const x = filled + "y".repeat(METADATA_BYTES_MAX - bytesOf({ ...rest, x: filled }));
  return { ...rest, x };
}

describe("the total size of an account's metadata", () => {
  test("an account's metadata is limited to 2 KB", async () => {
    const { client, userId } = await signUp(server);
    const keep = async (data: object) => (await client.auth.updateUser({ data })).error;
    const text = "y".repeat(600);
    for (const name of ["k1", "k2", "k3"]) expect(await keep({ [name]: text })).toBeNull();
    for (const data of [{ k4: text }, { k5: "y".repeat(15_000) }])
      expect(await keep(data)).toMatchObject({
        ...TOO_LONG,
        message:
          "The metadata of an account can have at most 2048 bytes of JSON. Remove some of it first.",
      });
    expect(await storedBytes(userId)).toBeLessThanOrEqual(METADATA_BYTES_MAX);
    expect(await keep({ k1: null, k4: text })).toBeNull();
  });

  test("metadata stays within its limit during twenty concurrent additions", async () => {
    const { client, userId } = await signUp(server);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.auth.updateUser({ data: { [`k${index}`]: "y".repeat(300) } }),
      ),
    );
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(6);
    expect(await storedBytes(userId)).toBeLessThanOrEqual(METADATA_BYTES_MAX);
  });

  test("the metadata limit applies to sign-ups, mailed links and the service key", async () => {
    const data = { x: "y".repeat(METADATA_BYTES_MAX) };
    const email = newEmail();
    const { error } = await server
      .client()
      .auth.signUp({ email, password: PASSWORD, options: { data } });
    expect(error).toMatchObject(TOO_LONG);
    const response = await postSignIn(server, "otp", { email, data });
    expect([response.status, response.body["error_code"]]).toEqual([422, "validation_failed"]);
    for (const part of [{ user_metadata: data }, { app_metadata: data }])
      expect((await operatorOf(server, key).createUser({ email, ...part })).error).toMatchObject(
        TOO_LONG,
      );
    const link = { type: "signup", email, password: PASSWORD, data };
    expect(await requestOfSignIn(server, "POST", "admin/generate_link", key, link)).toMatchObject({
      code: "validation_failed",
    });
    expect(await database().query("select from users_users where email = $1", [email])).toEqual([]);
    const { userId } = await signUp(server);
    for (const part of [{ user_metadata: data }, { app_metadata: data }])
      expect((await operatorOf(server, key).updateUserById(userId, part)).error).toMatchObject(
        TOO_LONG,
      );
  });
});

test("metadata is checked as it will be stored, before a link is mailed", async () => {
  const email = newEmail();
  const ask = (data: object) => postSignIn(server, "otp", { email, data });
  // `is_admin` is stored as `false`, which is one byte longer than the value that is sent.
  const full = largest("y", { is_admin: true });
  expect(bytesOf(full)).toBe(METADATA_BYTES_MAX);
  expect((await ask(full)).status).toBe(422);
  const fitting = { ...full, x: full.x.slice(1) };
  expect((await ask(fitting)).status).toBe(200);
  const { token } = await messageTo(database(), { email, template: "magic_link" });
  const verify = { token_hash: token, type: "email" } as const;
  const { data, error } = await server.client().auth.verifyOtp(verify);
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toEqual({ ...fitting, is_admin: false });
});

describe("access tokens", () => {
  test.each([
    ["letters", "y"],
    ["quotes", '"'],
    ["control characters", "\u0001"],
    ["four-byte characters", "😀"],
    ["three-byte characters", "€"],
  ])("a token with the largest metadata, made of %s, is accepted by /api", async (_name, text) => {
    const { userId, email } = await signUp(server, `${"m".repeat(60)}-${newEmail()}`);
    const own = largest(text, { is_admin: false });
    const app = largest(text, { provider: "email", providers: ["email"] });
    const updated = await operatorOf(server, key).updateUserById(userId, {
      user_metadata: { ...own, name: null },
      app_metadata: app,
    });
    expect(updated.error).toBeNull();
    const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    const token = data.session?.access_token ?? "";
    expect(token.length).toBeLessThanOrEqual(TOKEN_CHARACTERS_MAX);
    expect(decodeJwt(token)).toMatchObject({ user_metadata: own, app_metadata: app });
    expect((await authenticate(server.deps, token)).userId).toBe(userId);
  });

  test("an access token leaves out metadata that exceeds the limit", async () => {
    const { client, userId, email } = await signUp(server);
    await database().query("update users_users set raw_user_meta_data = $2 where id = $1", [
      userId,
      { name: "Ada", old: "😀".repeat(5_000), other: "y" },
    ]);
    const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    const token = data.session?.access_token ?? "";
    expect(token.length).toBeLessThanOrEqual(TOKEN_CHARACTERS_MAX);
    expect(decodeJwt(token)["user_metadata"]).toEqual({});
    expect((await authenticate(server.deps, token)).userId).toBe(userId);
    expect(data.user?.user_metadata["name"]).toBe("Ada");
    const keep = async (change: object) =>
      (await client.auth.updateUser({ data: change })).error?.code;
    expect(await keep({ more: "y" })).toBe("validation_failed");
    expect(await keep({ other: null })).toBeUndefined();
    expect(await keep({ old: null })).toBeUndefined();
    await client.auth.refreshSession();
    const after = (await client.auth.getSession()).data.session?.access_token ?? "";
    expect(decodeJwt(after)["user_metadata"]).toEqual({ name: "Ada" });
  });
});

test("line breaks and direction characters are removed from names", async () => {
  const { session, client } = await signUp(server);
  const shown = async (name: string) => {
    await client.auth.updateUser({ data: { name } });
    const caller = await authenticate(server.deps, session.access_token);
    const routes = usersRoutes({ ...server.deps, pending: pendingSats(0n) });
    return (await routes.getMe({ ...plainRequest, caller })).name;
  };
  expect(await shown(" Ada\r\nThe operator\u202Emoc ")).toBe("Ada  The operator moc");
  expect(await shown("\n\u2028")).toBe("");
  expect(await shown("Zoë 李")).toBe("Zoë 李");
});

test("signing up removes metadata that a stranger stored for the address", async () => {
  const email = newEmail();
  await postSignIn(server, "otp", { email, data: { name: "Mallory", planted: "y".repeat(1_900) } });
  await messageTo(database(), { email, template: "magic_link" });
  const { session, client } = await signUp(server, email);
  const own = { name: "Ada", is_admin: false };
  expect(session.user.user_metadata).toEqual(own);
  expect(decodeJwt(session.access_token)["user_metadata"]).toEqual(own);
  const { data } = await client.auth.getUser();
  const [identity] = data.user?.identities ?? [];
  expect(identity?.identity_data).toMatchObject({ ...own, email });
  expect(identity?.identity_data).not.toHaveProperty("planted");
});

test.each(["before", "after"])(
  "a stranger's link requested %s the owner's link does not apply its metadata",
  async (order) => {
    const email = newEmail();
    const earlier: string[] = [];
    const ask = async (data: object) => {
      server.clock.move(61_000);
      expect((await postSignIn(server, "otp", { email, data })).status).toBe(200);
      const { token } = await messageTo(database(), {
        email,
        template: "magic_link",
        seen: earlier,
      });
      earlier.push(token);
      return token;
    };
    const stranger = { name: "Mallory", planted: true };
    if (order === "before") await ask(stranger);
    const token_hash = await ask({ name: "Ada", is_admin: true });
    if (order === "after") await ask(stranger);
    const { data } = await server.client().auth.verifyOtp({ token_hash, type: "email" });
    expect(data.user?.user_metadata).toEqual({ name: "Ada", is_admin: false });
    expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty("planted");
    const welcome = await messageTo(database(), { email, template: "welcome" });
    expect(welcome.text).toContain("Ada");
    // A link requested after the account was claimed does not apply its metadata either.
    const later = await ask(stranger);
    const again = await server.client().auth.verifyOtp({ token_hash: later, type: "email" });
    expect(again.data.user?.user_metadata).toEqual({ name: "Ada", is_admin: false });
  },
);
