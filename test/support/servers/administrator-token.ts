/** Creates an administrator with two-factor authentication on a test's sign-in server. */
import { enrol, prove } from "../people/authenticator.ts";
import { makeAdministrator } from "../people/operator.ts";
import { signUp, type SignInServer } from "./sign-in-server.ts";

export async function administratorToken(server: SignInServer): Promise<string> {
  const { client, userId } = await signUp(server);
  await makeAdministrator(server, userId);
  await prove(client.auth, await enrol(client.auth), server.clock.now());
  server.deps.callerCache.dropUser(userId);
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? "";
}
