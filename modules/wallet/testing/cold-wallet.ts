/** Sets up a cold wallet and its two administrators. */
import { newUuid } from "#platform";
import { currentFeeRate } from "../terms/fees.ts";
import { returnHash } from "../cold/cold-returns-table.ts";
import { descriptorHash } from "../cold/descriptors-table.ts";
import { bookColdReturn, checkSignedReturn, importColdReturn } from "../cold/import-return.ts";
import { approveColdReturn, planColdReturn, proposeColdReturn } from "../cold/return-coins.ts";
import { approveDescriptor, proposeDescriptor } from "../cold/set-descriptor.ts";
import type { Installation } from "./installation.ts";

export interface TwoPeople {
  readonly first: string;
  readonly second: string;
}

export async function twoPeople(installation: Installation): Promise<TwoPeople> {
  const { database } = installation;
  const people = { first: await installation.newUser(), second: await installation.newUser() };
  for (const userId of [people.first, people.second])
    await database.query(
      `insert into users_roles (user_id, role, granted_at, granted_by, needs_confirmation)
       values ($1, 'administrator', now() - interval '1 year', null, false)`,
      [userId],
    );
  return people;
}

/** Sets a descriptor, proposed by one administrator and approved by the other. Returns its id. */
export async function setDescriptor(
  { wallet }: Pick<Installation, "wallet">,
  { first, second }: TwoPeople,
  descriptor: string,
): Promise<string> {
  return wallet.database.transaction(async (tx) => {
    const now = new Date();
    const row = await proposeDescriptor(tx, wallet.account, {
      descriptor,
      reason: "a test",
      by: first,
      now,
    });
    const approval = { id: row.id, approvalHash: descriptorHash(row), by: second, now };
    await approveDescriptor(tx, wallet.account, approval);
    return row.id;
  });
}

export async function postCold(
  { database }: Pick<Installation, "database">,
  terms: { readonly ceiling: bigint; readonly keep: bigint; readonly rateMax?: number },
): Promise<void> {
  const { ceiling, keep, rateMax = 3 } = terms;
  await database.query(
    `insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
     values ($1, 'cold', $2, clock_timestamp(), 'A test', 'Hashfloor')`,
    [newUuid(), { ceiling: String(ceiling), keep: String(keep), rateMax: String(rateMax) }],
  );
}

/**
 * Proposes a return as one administrator and approves it as the other. Returns its id and the PSBT
 * to sign.
 */
export async function exportReturn(
  { wallet }: Pick<Installation, "wallet">,
  { first, second }: TwoPeople,
  wish: { readonly descriptorId: string; readonly amountSats: bigint },
): Promise<{ readonly id: string; readonly psbt: string; readonly txid: string }> {
  const rateSatsPerKvb = await currentFeeRate(wallet.node);
  const { database, account } = wallet;
  const planned = await planColdReturn(database, account, { ...wish, rateSatsPerKvb });
  return database.transaction(async (tx) => {
    const now = new Date();
    const row = await proposeColdReturn(tx, planned, { reason: "a test", by: first, now });
    const approval = { id: row.id, approvalHash: returnHash(row), by: second, now };
    await approveColdReturn(tx, approval);
    return row;
  });
}

export async function importReturn(
  { wallet }: Pick<Installation, "wallet">,
  by: string,
  sent: { readonly id: string; readonly psbt: string },
): Promise<{ readonly isRepeated: boolean; readonly txid: string }> {
  const { id } = sent;
  const signed = await checkSignedReturn(wallet.database, wallet.account, sent);
  return wallet.database.transaction(async (tx) => {
    const imported = await importColdReturn(tx, wallet, { id, signed, by, now: new Date() });
    await bookColdReturn(tx, imported);
    return { isRepeated: imported.isRepeated, txid: imported.row.txid };
  });
}
