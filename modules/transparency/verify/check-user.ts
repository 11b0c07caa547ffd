/** The checks of the part of an installation that only the user of the given API key can read. */
import { transparencyApi } from "#api/transparency";
import { notChecked, type Check } from "./check.ts";
import { checkOwnStatement, readStatement } from "./check-own-entries.ts";
import { checkOwn, type OwnLeaves, type Proof } from "./checks.ts";
import { lowestBalance } from "./own-balance.ts";
import { Missing, type Read } from "./read-site.ts";

/** `read` sends the user's API key. It is undefined if no key was given. */
export async function checkUser(
  read: Read | undefined,
  proof: Proof | undefined,
): Promise<readonly Check[]> {
  if (!read) return [checkOwn(undefined, proof), checkOwnStatement(undefined)];
  const statement = await readStatement(read);
  const share = proof && {
    leaves: await readOwnLeaves(read, proof),
    lowestSats: lowestBalance(statement.entries, proof.takenAt),
  };
  return [
    share ? checkOwn(share, proof) : notChecked("your own balance", "no proof is published yet"),
    checkOwnStatement(statement),
  ];
}

/** Undefined if nothing was owed to the user. */
async function readOwnLeaves(read: Read, { id }: Proof): Promise<OwnLeaves | undefined> {
  try {
    return await read(transparencyApi.getOwnLeaves, { proofId: id });
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}
