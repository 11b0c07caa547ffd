/**
 * Tests that a user added by an administrator is asked to choose a password until they have done
 * so.
 */
import { expect, test } from "vitest";
import { authenticate, usersRoutes } from "#users";
import { openPeopleOffice, reason } from "../../../test/support/people/people-office.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";
import { newEmail, plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";

const office = openPeopleOffice();
const INITIAL = "handed over at the desk";

async function hasInitialPassword(token: string | undefined): Promise<boolean> {
  const caller = await authenticate(office.deps, token);
  const routes = usersRoutes({ ...office.server.deps, pending: pendingSats(0n) });
  return (await routes.getMe({ ...plainRequest, caller })).hasInitialPassword;
}

test("an added user has an initial password until they set their own", async () => {
  const email = newEmail();
  const body = { name: "Bo", email, password: INITIAL, isAdmin: false, reason };
  await office.routes.addPerson({ ...plainRequest, caller: office.admin, body });
  const { auth } = office.server.client();
  const { data } = await auth.signInWithPassword({ email, password: INITIAL });
  expect(await hasInitialPassword(data.session?.access_token)).toBe(true);
  const password = "a horse that forgot its staple";
  expect((await auth.updateUser({ password, current_password: INITIAL })).error).toBeNull();
  expect(await hasInitialPassword(data.session?.access_token)).toBe(false);
});

test("a user who signed up has no initial password", async () => {
  const { session } = await signUp(office.server);
  expect(await hasInitialPassword(session.access_token)).toBe(false);
});
