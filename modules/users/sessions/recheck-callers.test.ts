/** Tests that the sessions of many open streams are rechecked in one query. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate, recheckCallers } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { makeAdministrator } from "../../../test/support/people/operator.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

async function newCaller() {
  const person = await signUp(server);
  return { ...person, caller: await authenticate(server.deps, person.session.access_token) };
}

test("only valid sessions of enabled users remain, in the given order", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, newCaller));
  const [staying, out, disabled, deleted, promoted] = people.map(({ caller }) => caller);
  await people[1]?.client.auth.signOut();
  const { database } = server.deps;
  const now = server.clock.now();
  await database.query("update users_users set banned_until = $2 where id = $1", [
    disabled?.userId,
    new Date(now.getTime() + 3_600_000),
  ]);
  await database.query("update users_users set deleted_at = $2 where id = $1", [
    deleted?.userId,
    now,
  ]);
  await makeAdministrator(server, promoted?.userId ?? "");
  const callers = people.map(({ caller }) => caller);
  const texts: string[] = [];
  const counting = {
    ...database,
    query: <Row>(text: string, values?: readonly unknown[]) => {
      texts.push(text);
      return database.query<Row>(text, values);
    },
  };
  const answers = await recheckCallers({ ...server.deps, database: counting }, [
    ...callers,
    ...callers,
  ]);
  const expected = [staying, undefined, undefined, undefined, { ...promoted, isAdmin: true }];
  expect(answers).toEqual([...expected, ...expected]);
  expect(out).toBeDefined();
  expect(texts).toHaveLength(1);
});

test("a session is rejected for a different user", async () => {
  const [one, two] = [await newCaller(), await newCaller()];
  const mixed = { ...one.caller, userId: two.caller.userId };
  expect(await recheckCallers(server.deps, [mixed])).toEqual([undefined]);
});

test("a session without the second factor ends once the user enters a first code", async () => {
  const { client, caller } = await newCaller();
  await prove(client.auth, await enrol(client.auth), server.clock.now());
  expect(await recheckCallers(server.deps, [caller])).toEqual([undefined]);
  const { data } = await client.auth.getSession();
  const raised = await authenticate(server.deps, data.session?.access_token);
  expect(await recheckCallers(server.deps, [raised])).toEqual([raised]);
});

test("with a hosted service, bans, deletions and roles of this installation apply", async () => {
  const [one, two] = [await newCaller(), await newCaller()];
  const asHosted = ({ caller }: typeof one) => ({ ...caller, sessionId: `hosted-${randomUUID()}` });
  const hostedServer = await startSignInServer({}, { hostedUrl: "http://hosted.test" });
  const deps = { ...server.deps, hosted: hostedServer.deps.hosted };
  await hostedServer.close();
  await server.deps.database.query("update users_users set deleted_at = $2 where id = $1", [
    two.caller.userId,
    server.clock.now(),
  ]);
  const callers = [asHosted(one), asHosted(two)];
  expect(await recheckCallers(deps, callers)).toEqual([callers[0], undefined]);
});
