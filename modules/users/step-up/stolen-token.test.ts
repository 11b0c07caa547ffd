/**
 * Tests the practice mailbox with a stolen access token: sessions without recent re-authentication
 * cannot see codes and links that could take over the account.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationsRoutes } from "#notifications";
import { authenticate, hasFreshProof, usersRoutes } from "#users";
import { messageTo } from "../../../test/support/people/messages.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";
import {
  PASSWORD,
  plainRequest,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const mailbox = () =>
  notificationsRoutes({
    ...server.deps,
    isProven: (caller) => hasFreshProof(server.deps, caller),
  });

test("a stolen token shows no code or link until the password is entered", async () => {
  const { email, session } = await signUp(server);
  server.clock.move(11 * 60_000);
  const { access_token: stolen } = session;
  await fetch(`${server.url}/auth/v1/reauthenticate`, {
    headers: { authorization: `Bearer ${stolen}` },
  });
  await postSignIn(server, "recover", { email });
  await postSignIn(server, "otp", { email });
  const secrets = [];
  for (const template of ["security_code", "recovery_link", "magic_link"])
    secrets.push(await messageTo(server.deps.database, { email, template }));

  const caller = await authenticate(server.deps, stolen);
  const look = async () => {
    const query = { limit: 3 };
    const { items } = await mailbox().listMailbox({ ...plainRequest, caller, query });
    const read = [];
    for (const { id: messageId } of items) {
      const one = { ...plainRequest, caller, params: { messageId } };
      read.push(await mailbox().getMessage(one), await mailbox().readMessage(one));
    }
    return { isVeiled: items.map((item) => item.isVeiled), shown: JSON.stringify([items, read]) };
  };
  const before = await look();
  expect(before.isVeiled).toEqual([true, true, true]);
  for (const { code, token } of secrets) {
    expect(before.shown).not.toContain(code);
    expect(before.shown).not.toContain(token || "token_hash");
  }

  const routes = usersRoutes({ ...server.deps, pending: pendingSats(0n) });
  await routes.renewProof({ ...plainRequest, caller, body: { password: PASSWORD } });
  const after = await look();
  expect(after.isVeiled).toEqual([false, false, false]);
  for (const { code } of secrets) expect(after.shown).toContain(code);
});
