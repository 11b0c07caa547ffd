/**
 * Saves an address after its key has signed the message for this address, user, site and network.
 * The message is marked as used in the same transaction. An invalid signature does not use up the
 * message, so the user can sign again.
 */
import { connectionLimits } from "#api/limits";
import { deliver } from "#notifications";
import { newId, utcMinute, type DatabaseTransaction, type Refusal } from "#platform";
import { verifyMessage, type ProofProblem } from "#signatures";
import { refuse } from "../terms/refusals.ts";
import { lockChallenge, spendChallenge, type ChallengeRow } from "./challenges-table.ts";
import {
  connectionsOf,
  insertConnection,
  connectionsLock,
  type ConnectionRow,
  type Connector,
} from "./connections-table.ts";
import type { ConnectionDeps } from "./deps.ts";

export interface SignedChallenge {
  readonly userId: string;
  readonly challengeId: string;
  readonly signature: string;
  readonly connector: Connector;
  readonly name?: string | undefined;
  /** Site URL that the user is on. */
  readonly site: string;
  readonly ip: string;
}

/**
 * Checks the signature and saves the address. The caller must call `requireStepUp` first. Throws
 * the refusals of challenges and signatures.
 */
export async function saveConnection(
  { database, account, clock, bus }: ConnectionDeps,
  signed: SignedChallenge,
): Promise<ConnectionRow> {
  const { userId, connector } = signed;
  const { network } = account;
  const row = await database.transaction(async (tx) => {
    await connectionsLock.wait(tx, userId);
    const now = clock.now();
    const challenge = await challengeOf(tx, { ...signed, network, now });
    const { address, scriptHex, message } = challenge;
    const existing = await connectionsOf(tx, { userId, network });
    refuseOneMore(existing, scriptHex);
    const signature = signed.signature.replaceAll(/\s+/g, "");
    const verdict = verifyMessage({ scriptHex, message, signature });
    if (!verdict.ok) throw signatureRefusals[verdict.problem](address);
    await spendChallenge(tx, { id: challenge.id, now });
    const saved: ConnectionRow = {
      id: newId("wcn", now),
      userId,
      network,
      address,
      scriptHex,
      name: signed.name?.trim() ?? `Address ${existing.length + 1}`,
      connector,
      form: verdict.form,
      message,
      signature,
      verifiedAt: now,
    };
    await insertConnection(tx, saved);
    await deliver(tx, {
      userId,
      template: "address_verified",
      values: { address, network, at: utcMinute(now), ip: signed.ip },
      now,
    });
    return saved;
  });
  bus.publish("me", { userId, what: "mailbox" });
  return row;
}

/** Returns the message. Treats another user's message as missing. */
async function challengeOf(
  tx: DatabaseTransaction,
  request: Pick<SignedChallenge, "challengeId" | "userId" | "site"> & {
    readonly network: string;
    readonly now: Date;
  },
): Promise<ChallengeRow> {
  const challenge = await lockChallenge(tx, request.challengeId);
  if (!challenge || challenge.userId !== request.userId) throw refuse.challenge_not_found();
  if (challenge.spentAt !== null) throw refuse.challenge_used();
  if (challenge.expiresAt <= request.now)
    throw refuse.challenge_expired({ minutes: String(connectionLimits.challengeMinutes) });
  if (challenge.site !== request.site)
    throw refuse.challenge_of_other_site({ site: challenge.site });
  if (challenge.network !== request.network)
    throw refuse.challenge_of_other_network({ network: challenge.network });
  return challenge;
}

function refuseOneMore(existing: readonly ConnectionRow[], scriptHex: string): void {
  const same = existing.find((row) => row.scriptHex === scriptHex);
  if (same) throw refuse.address_connected({ name: same.name });
  const { addressesMax: max } = connectionLimits;
  if (existing.length >= max) throw refuse.too_many_connections({ max: String(max) });
}

const signatureRefusals: Readonly<Record<ProofProblem, (address: string) => Refusal>> = {
  high_s: () => refuse.signature_high_s(),
  other_key: (address) => refuse.signature_of_other_key({ address }),
  no_fit: (address) => refuse.signature_of_other_key({ address }),
  script: () => refuse.signature_of_other_form(),
  form_of_script: () => refuse.signature_of_other_form(),
  script_path: () => refuse.signature_of_other_form(),
  variant: () => refuse.signature_of_other_form(),
  not_a_signature: () => refuse.signature_unreadable(),
  too_long: () => refuse.signature_unreadable(),
};
