/** The checks of the part of an installation that only the user of the given API key can read. */
import { transparencyApi } from "#api/transparency";
import { notChecked, type Check } from "#receipts";
import type { LoggedFact } from "./check-log.ts";
import { checkOwnAudit, readOwnAudit, type AuditHead } from "./check-own-audit.ts";
import { checkOwnStatement, readStatement } from "./check-own-entries.ts";
import { checkReceipts, readReceipts } from "./check-receipts.ts";
import { checkOwn, type OwnLeaves, type Practice, type Proof } from "./checks.ts";
import { lowestBalance } from "./own-balance.ts";
import { Missing, type Read } from "./read-site.ts";

/** Published facts that the user's own part is compared with. */
interface Published {
  readonly practice: Practice;
  readonly proof: Proof | undefined;
  /** Undefined without a public log. */
  readonly facts: readonly LoggedFact[] | undefined;
}

/** `read` sends the user's API key. It is undefined if no key was given. */
export async function checkUser(
  read: Read | undefined,
  { practice, proof, facts }: Published,
): Promise<readonly Check[]> {
  if (!read)
    return [
      checkOwn(undefined, proof),
      checkOwnStatement(undefined),
      checkOwnAudit(undefined, undefined),
      ...checkReceipts(undefined, practice),
    ];
  const statement = await readStatement(read);
  const share = proof && {
    leaves: await readOwnLeaves(read, proof),
    lowestSats: lowestBalance(statement.entries, proof.takenAt),
  };
  return [
    share ? checkOwn(share, proof) : notChecked("your own balance", "no proof is published yet"),
    checkOwnStatement(statement),
    checkOwnAudit(await readOwnAudit(read), facts?.flatMap(auditHeadOf)),
    ...checkReceipts(await readReceipts(read), practice),
  ];
}

function auditHeadOf({ kind, seq, hash }: LoggedFact): AuditHead[] {
  return kind === "audit" ? [{ seq: Number(seq), hash: String(hash) }] : [];
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
