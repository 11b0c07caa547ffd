/**
 * Tests an installation that uses a hosted sign-in service. Users of the official client go from
 * sign-up to sign-out with two-factor authentication, and the installation verifies the service's
 * tokens. official-client.test.ts and second-factor.test.ts test the same steps with the embedded
 * service.
 */
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig, silentLog } from "#platform";
import { openInstallation, type Installation } from "../../server/open-installation.ts";
import { enrol, prove } from "../support/people/authenticator.ts";
import { testDatabase } from "../support/servers/database.ts";
import { giveProcessLogins, newInstallation } from "../support/servers/installation.ts";
import { callApi } from "../support/people/person.ts";
import { travelClock } from "../support/servers/time-travel.ts";
import { memoryFolder, removeFolder } from "../support/servers/scratch-folder.ts";

const closing: (() => unknown)[] = [];
const installations: Installation[] = [];
const clock = travelClock(new Date());
/** Time after which the installation's cached token check has expired. */
const WORD_MS = 61_000;
let url: string;

beforeAll(async () => {
  const installation = await newInstallation();
  closing.push(installation.remove);
  const service = await openInstallation(
    readConfig({
      PORT: "0",
      HOUSE_RIG: "off",
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.applicationUrl,
      BLOCK_SECONDS: "60",
    }),
    silentLog,
  );
  installations.push(service);
  const { supabaseKey } = await callApi(service.url, "getConfig", undefined);
  // Starts the product in its own folder first, so that its keys differ from the hosted service's
  // keys.
  const [dataDir, database] = [memoryFolder(), await testDatabase()];
  giveProcessLogins(dataDir);
  closing.push(
    () => database.close(),
    () => removeFolder(dataDir),
  );
  const hosted = await openInstallation(
    readConfig({
      PORT: "0",
      HOUSE_RIG: "off",
      DATA_DIR: dataDir,
      DATABASE_URL: database.applicationUrl,
      BLOCK_SECONDS: "60",
      SUPABASE_URL: service.url,
      SUPABASE_ANON_KEY: supabaseKey,
    }),
    silentLog,
    { clock },
  );
  installations.push(hosted);
  ({ url } = hosted);
});

afterAll(async () => {
  for (const installation of installations.toReversed()) await installation.stop();
  for (const close of closing) await close();
});

test("a user of a hosted service can sign up, use two factors and sign out", async () => {
  const config = await callApi(url, "getConfig", undefined);
  // The withdrawal codes are sent by this installation, not by the hosted service. Without a mail
  // server they go to the practice mailbox.
  expect(config).toMatchObject({ signIn: "elsewhere", messages: "mailbox" });
  const { auth } = createClient(config.supabaseUrl, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const token = async () => (await auth.getSession()).data.session?.access_token;
  const me = async () => callApi(url, "getMe", await token());
  const refusal = (code: string) => ({ problem: { code } });

  const email = "ann@example.test";
  const password = "long enough 7c1d";
  const data = { name: "Ann", is_admin: true };
  expect((await auth.signUp({ email, password, options: { data } })).error).toBeNull();
  expect(await me()).toMatchObject({ email, name: "Ann", isAdmin: false });
  const beforeFactor = await token();
  const authenticator = await enrol(auth);
  expect(await me()).toMatchObject({ email });
  await prove(auth, authenticator, new Date());
  expect(await me()).toMatchObject({ email });

  await auth.signOut({ scope: "local" });
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  await expect(me()).rejects.toMatchObject(refusal("insufficient_aal"));
  await expect(callApi(url, "sendWithdrawalCode", await token())).rejects.toMatchObject(
    refusal("insufficient_aal"),
  );
  await prove(auth, authenticator, new Date(), 1);
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
  const raised = await token();
  expect(await me()).toMatchObject({ email });
  clock.advance(WORD_MS);
  // The test has already ended this token's session by signing out.
  await expect(callApi(url, "getMe", beforeFactor)).rejects.toMatchObject(refusal("session_ended"));

  expect((await auth.signOut()).error).toBeNull();
  expect(await token()).toBeUndefined();
  clock.advance(WORD_MS);
  await expect(callApi(url, "getMe", raised)).rejects.toMatchObject(refusal("session_ended"));
});
