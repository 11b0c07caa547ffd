/**
 * Tests that credentials restored from a backup are invalid, and that the next start creates new
 * keys.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { authenticate, ensureServiceKey, SERVICE_KEY_FILE } from "#users";
import { messageTo } from "../../../test/support/people/messages.ts";
import { signUp, startSignInServer } from "../../../test/support/servers/sign-in-server.ts";
import { endAllAccess } from "./end-all-access.ts";
import { faultOfServiceKey } from "./service-key.ts";

test("the next start ends all tokens, links, sessions, API keys and the service key", async () => {
  const server = await startSignInServer();
  const { database, clock, dataDir } = server.deps;
  await ensureServiceKey(server.deps);
  const file = join(dataDir, SERVICE_KEY_FILE);
  const serviceKey = () => `Bearer ${readFileSync(file, "utf8").trim()}`;
  const { session, userId, email } = await signUp(server);
  const before = { token: session.access_token, serviceKey: serviceKey() };
  await database.query(
    `insert into users_keys (id, user_id, name, secret_hash, hint, scopes, networks, created_at)
     values ('key_1', $1, 'A program', $2, 'hf_1', '{read}', '{}', $3)`,
    [userId, Buffer.alloc(32), clock.now()],
  );

  const { error } = await server.client().auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  const { token } = await messageTo(database, { email, template: "recovery_link" });
  await database.transaction((tx) => endAllAccess(tx, clock.now()));
  rmSync(file);
  const next = await server.reopen();
  await ensureServiceKey(next);
  await expect(authenticate(next, before.token)).rejects.toMatchObject({ code: "not_signed_in" });
  expect(next.signingKeys.publicKeys).toHaveLength(1);
  expect(await faultOfServiceKey(next, before.serviceKey)).toMatchObject({ fault: "unreadable" });
  expect(await faultOfServiceKey(next, serviceKey())).toBeUndefined();
  const recovery = await server.client().auth.verifyOtp({ token_hash: token, type: "recovery" });
  expect(recovery.error).toMatchObject({ code: "otp_expired" });
  const remaining = await database.query(
    "select id::text from users_sessions union all select id from users_keys",
  );
  expect(remaining).toEqual([]);
  await server.close();
});
