/**
 * Tests access tokens of a hosted service: they are accepted only if signed with one of its
 * published keys, old or new, even while the service is slow or down.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from "jose";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { authenticate, requireStepUp } from "#users";
import {
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

type Algorithm = "ES256" | "RS256";
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>> & { readonly kid: string };

interface Provider {
  readonly url: string;
  readonly server: Server;
  keys: readonly JWK[];
  /**
   * The service's response. Undefined if the service does not respond. Without a `body`, the
   * response contains the keys, or an empty object on other paths.
   */
  answer: { readonly status?: number; readonly body?: string } | undefined;
  keyReads: number;
}

/** Slightly longer than the 30-second pause between two fetches of the published keys. */
const COOL_MS = 31_000;

let provider: Provider;
let installation: SignInServer;
let ec: KeyPair;
let rsa: KeyPair;

beforeAll(async () => {
  ec = await newKey("ES256", "ec-1");
  rsa = await newKey("RS256", "rsa-1");
});

beforeEach(async () => {
  provider = await startProvider([await published(ec, "ES256"), await published(rsa, "RS256")]);
  installation = await startSignInServer({}, { hostedUrl: provider.url });
  return async () => {
    vi.useRealTimers();
    await installation.close();
    provider.server.closeAllConnections();
    provider.server.close();
  };
});

async function newKey(alg: Algorithm, kid: string): Promise<KeyPair> {
  return { ...(await generateKeyPair(alg, { extractable: true })), kid };
}

const published = async ({ publicKey, kid }: KeyPair, alg: Algorithm): Promise<JWK> => ({
  ...(await exportJWK(publicKey)),
  kid,
  alg,
  use: "sig",
});

async function startProvider(keys: readonly JWK[]): Promise<Provider> {
  const server = createServer((request, response) => {
    const isKeys = request.url?.endsWith("/jwks.json") ?? false;
    if (isKeys) made.keyReads += 1;
    if (!made.answer) return;
    const { status = 200, body = JSON.stringify(isKeys ? { keys: made.keys } : {}) } = made.answer;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: Provider = { url, server, keys, answer: {}, keyReads: 0 };
  return made;
}

const claims = (changes: Record<string, unknown> = {}) => ({
  sub: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.test`,
  aud: "authenticated",
  iss: `${provider.url}/auth/v1`,
  exp: Math.floor(installation.clock.now().getTime() / 1000) + 600,
  session_id: crypto.randomUUID(),
  ...changes,
});

const signed = (key: KeyPair, alg: Algorithm, changes?: Record<string, unknown>) =>
  new SignJWT(claims(changes)).setProtectedHeader({ alg, kid: key.kid }).sign(key.privateKey);

async function outcome(token: string): Promise<string> {
  return authenticate(installation.deps, token).then(
    () => "let in",
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );
}

test("ES256 and RS256 tokens signed with the service's keys are accepted", async () => {
  expect(await outcome(await signed(ec, "ES256"))).toBe("let in");
  expect(await outcome(await signed(rsa, "RS256"))).toBe("let in");
});

test("unsigned, expired or wrongly signed tokens are refused", async () => {
  const secret = (text: string) => new TextEncoder().encode(text);
  const hs = (key: Uint8Array, kid: string) =>
    new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid }).sign(key);
  const stranger = await newKey("ES256", "ec-1");
  const elsewhere = await newKey("RS256", "rsa-1");
  const past = Math.floor(installation.clock.now().getTime() / 1000) - 1;
  const tokens: Readonly<Record<string, string>> = {
    none: new UnsecuredJWT(claims()).encode(),
    "HS256 with the PEM": await hs(secret(await exportSPKI(ec.publicKey)), "ec-1"),
    "HS256 with the RSA PEM": await hs(secret(await exportSPKI(rsa.publicKey)), "rsa-1"),
    "HS256 with the JWK": await hs(secret(JSON.stringify(await published(ec, "ES256"))), "ec-1"),
    PS256: await new SignJWT(claims())
      .setProtectedHeader({ alg: "PS256", kid: "rsa-1" })
      .sign(
        await crypto.subtle.importKey(
          "jwk",
          { ...(await exportJWK(rsa.privateKey)) } as JsonWebKey,
          { name: "RSA-PSS", hash: "SHA-256" },
          false,
          ["sign"],
        ),
      ),
    "another key of this name": await signed(stranger, "ES256"),
    "another RSA key of this name": await signed(elsewhere, "RS256"),
    "a key in the token itself": await new SignJWT(claims())
      .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
    "another issuer": await signed(ec, "ES256", { iss: `${provider.url}/other` }),
    "no issuer": await signed(ec, "ES256", { iss: undefined }),
    "another audience": await signed(ec, "ES256", { aud: "anon" }),
    "no audience": await signed(ec, "ES256", { aud: undefined }),
    expired: await signed(ec, "ES256", { exp: past }),
    "no expiry": await signed(ec, "ES256", { exp: undefined }),
    "not yet": await signed(ec, "ES256", { nbf: past + 300 }),
    "no person": await signed(ec, "ES256", { sub: undefined }),
  };
  const answers = await Promise.all(
    Object.entries(tokens).map(async ([what, token]) => [what, await outcome(token)]),
  );
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(Object.keys(tokens).map((what) => [what, "not_signed_in"])),
  );
});

test("users stay signed in while new keys cannot be fetched", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = await signed(ec, "ES256");
  expect(await outcome(token)).toBe("let in");
  const next = await newKey("ES256", "ec-2");
  const tokenOfNext = await signed(next, "ES256");
  const gone = await signed(rsa, "RS256");
  provider.keys = [await published(next, "ES256")];
  expect(await outcome(tokenOfNext)).toBe("Outage");
  expect(provider.keyReads).toBe(1);
  vi.setSystemTime(Date.now() + COOL_MS);
  expect(await outcome(tokenOfNext)).toBe("let in");
  vi.setSystemTime(Date.now() + COOL_MS);
  expect(await outcome(gone)).toBe("not_signed_in");
});

test.each([
  ["is away", { status: 502 }],
  ["answers with a page", { body: "<html>" }],
  ["answers with other JSON", { body: "{}" }],
])("users stay signed in while the service %s", async (_, answer) => {
  const token = await signed(ec, "ES256");
  provider.answer = answer;
  expect(await outcome(token)).toBe("Outage");
  provider.answer = {};
  expect(await outcome(token)).toBe("let in");
});

test("an unresponsive service delays a request by only a few seconds", async () => {
  const token = await signed(ec, "ES256");
  provider.answer = undefined;
  expect(await outcome(token)).toBe("Outage");
});

test("refreshing or signing in anonymously does not count as re-authentication", async () => {
  const timestamp = Math.floor(installation.clock.now().getTime() / 1000);
  const fresh = async (amr: unknown) => {
    const caller = await authenticate(installation.deps, await signed(ec, "ES256", { amr }));
    return requireStepUp(installation.deps, caller);
  };
  await fresh([{ method: "password", timestamp }]);
  const old = { method: "password", timestamp: timestamp - 3_600 };
  for (const amr of [
    [old, { method: "token_refresh", timestamp }],
    [{ method: "anonymous", timestamp }],
    ["password"],
    undefined,
  ])
    await expect(fresh(amr)).rejects.toMatchObject({ code: "step_up_required" });
});
