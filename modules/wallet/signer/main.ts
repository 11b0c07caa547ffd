/**
 * Runs the signer process, the only process that decrypts the seed. It logs in to the database with
 * its own role and reads the payments to sign from there. The server sends only the PSBT, which the
 * signer checks. The signer exits when its parent process exits.
 */
import { PRACTICE_NETWORKS } from "#bitcoin";
import {
  openDatabase,
  Outage,
  processUrl,
  StartError,
  systemClock,
  type Database,
} from "#platform";
import { listApprovalsOf } from "../approvals/approvals-table.ts";
import { readCursor } from "../chain/chain-table.ts";
import { owedSatsOf } from "../books/debts-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import { findSelfTransfer, type SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import { findUnmined } from "../stuck/unmined.ts";
import type { SignerMessage, SignerRequest } from "./messages.ts";
import { coldPayoutOf } from "./cold-output.ts";
import { openSeed, type SigningAccount } from "./seed.ts";
import { checkOwner, SignatureRefused, signPayment, type Owner } from "./sign-payment.ts";
import { signReserves } from "./sign-reserves.ts";
import { signSelfTransfer, type Purpose } from "./sign-self-transfer.ts";

const CONNECTIONS_MAX = 2;

const { SIGNER_DATABASE_URL = "", SIGNER_DATA_DIR = "", SIGNER_NETWORK } = process.env;

async function main(): Promise<void> {
  const network = PRACTICE_NETWORKS.find((candidate) => candidate === SIGNER_NETWORK);
  if (!network) throw new Error("the signer needs a practice network");
  const url = processUrl(SIGNER_DATABASE_URL, "signer", SIGNER_DATA_DIR);
  const database = openDatabase(url, { connectionsMax: CONNECTIONS_MAX });
  const clock = systemClock;
  const account = await openSeed({ database, clock, dataDir: SIGNER_DATA_DIR, network });
  process.on("message", (request: SignerRequest) => {
    void answer(database, account, request).then(say);
  });
  const { xpub, fingerprint } = account;
  say({ kind: "ready", network, xpub, fingerprint });
}

async function answer(
  database: Database,
  account: SigningAccount,
  request: SignerRequest,
): Promise<SignerMessage> {
  const { requestId } = request;
  try {
    // A signed message moves no coins, so it does not wait for an administrator.
    if (request.kind === "sign-reserves")
      return { kind: "signed-reserves", requestId, ...signReserves(account, request) };
    const cursor = await readCursor(database);
    if (cursor?.lockedReason !== null)
      throw new Outage("signer", "payments wait for an administrator");
    if (cursor.ledgerProblem !== null)
      throw new Outage("signer", "payments wait for the ledger's verification");
    if (request.kind === "sign-self-transfer") {
      const transfer = await findSelfTransfer(database, request.selfTransferId);
      if (!transfer) throw new SignatureRefused("no such transaction");
      const purpose = await purposeOf(database, transfer);
      return {
        kind: "signed",
        requestId,
        ...signSelfTransfer(account, request, transfer, purpose),
      };
    }
    const payments = await listBatch(database, request.withdrawalId);
    if (payments.length === 0) throw new SignatureRefused("no such withdrawal");
    for (const payment of payments) checkOwner(payment, await ownerOf(database, payment.userId));
    const approvals = await listApprovalsOf(
      database,
      payments.map(({ id }) => id),
    );
    return { kind: "signed", requestId, ...signPayment(account, request, payments, approvals) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    // "unavailable" is only for temporary problems. A malformed payment is refused instead, so that
    // its retries do not block other payments.
    const kind = error instanceof Outage ? "unavailable" : "refused";
    return { kind, requestId, reason };
  }
}

async function purposeOf(database: Database, transfer: SelfTransferRow): Promise<Purpose> {
  const { id, withdrawalId, parentTxid } = transfer;
  return {
    cold: await coldPayoutOf(database, id),
    payments: withdrawalId === null ? [] : await listBatch(database, withdrawalId),
    isParentUnmined: parentTxid !== null && (await findUnmined(database, parentTxid)) !== undefined,
  };
}

async function ownerOf(database: Database, userId: string): Promise<Owner> {
  const [row] = await database.query<{ isDisabled: boolean }>(
    `select users_is_disabled($1, $2) as "isDisabled"`,
    [userId, systemClock.now()],
  );
  return { owedSats: await owedSatsOf(database, userId), isDisabled: row?.isDisabled ?? false };
}

/**
 * Sends a message to the parent process. Does nothing if the parent has exited, because this
 * process is then about to exit.
 */
function say(message: SignerMessage): void {
  process.send?.(message, () => undefined);
}

// Every process receives signals from Ctrl-C and the service manager, but the parent decides when
// this process exits.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(0));
if (!process.connected) process.exit(0);
await main().catch((error: unknown) => {
  if (!(error instanceof StartError) && !(error instanceof Outage)) throw error;
  const reason =
    error instanceof StartError
      ? error.message
      : `The database did not answer while the signer started (${error.message}).`;
  const unfit: SignerMessage = { kind: "unfit", reason };
  process.send?.(unfit, () => process.exit(1));
});
