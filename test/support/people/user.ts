/**
 * Creates a complete user without HTTP and without hashing a password: accounts, mailbox, mining
 * name. The user cannot sign in.
 */
import { randomUUID } from "node:crypto";
import type { Caller } from "#api/route";
import type { Database } from "#platform";
import { createUser } from "#users";

export async function testUser(
  database: Database,
  {
    name = "Ada",
    now = new Date(),
    id = randomUUID(),
  }: { readonly name?: string; readonly now?: Date; readonly id?: string } = {},
): Promise<Caller> {
  const email = `user-${randomUUID()}@example.com`;
  const newUser = { id, email, passwordHash: "none", metadata: { name }, now };
  const user = await database.transaction((tx) =>
    createUser(tx, { siteUrl: "http://floor.test" }, newUser),
  );
  if (!user) throw new Error("the address was taken");
  return {
    userId: user.id,
    email,
    sessionId: randomUUID(),
    aal: "aal1",
    isAdmin: false,
    isAnonymous: false,
  };
}
