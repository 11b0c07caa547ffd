/** Signs in the administrator of a product under test, with two-factor authentication. */
import { COMMON_ADMIN, commonServer } from "../servers/common-server.ts";
import { resume, signIn, type Person } from "./person.ts";
import { withSecondFactor } from "./two-administrators.ts";

/**
 * Returns the administrator's session. All test files with the shared product get the same session,
 * because each code is single-use.
 */
export async function administratorOf(url: string): Promise<Person> {
  const common = await commonServer();
  if (url === common.url) return resume(url, COMMON_ADMIN, common.admin);
  return withSecondFactor(await signIn(url, COMMON_ADMIN.email, COMMON_ADMIN.password));
}
