/** Simulates a phone wallet with one key, built on the wallet side of the WalletConnect library. */
import { SignClient } from "@walletconnect/sign-client";
import type { MessageKey } from "../chain/message-signer.ts";

export const REGTEST = "bip122:0f9188f13cb7b2c71f2a335e3a4fc328";
export const BITCOIN = "bip122:000000000019d6689c085ae165831e93";

export const PAID_TXID = "ab".repeat(32);

/**
 * A payment request in the format of
 * https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc.
 */
export interface Transfer {
  readonly account: string;
  readonly recipientAddress: string;
  /** Amount in satoshis. */
  readonly amount: string;
}

/** How the wallet and its user respond. */
interface Answers {
  readonly chain: string;
  /** The button that the user presses when the wallet shows a message or a payment. */
  readonly presses: "confirm" | "refuse" | "nothing";
}

export interface PhoneWallet {
  /** Connects with the link in the page's QR code, as if the phone had scanned it. */
  scan(uri: string, answers: Answers): Promise<void>;
  /** Methods of the requests that the wallet received, in order. */
  readonly asked: readonly string[];
  /** Payments that the wallet reported as sent. The wallet does not actually send them. */
  readonly paid: readonly Transfer[];
  /** Returns the number of sessions that the page ended. */
  readonly ended: () => number;
  close(): Promise<void>;
}

export async function openPhoneWallet(relayUrl: string, key: MessageKey): Promise<PhoneWallet> {
  const methods: string[] = [];
  const paid: Transfer[] = [];
  let ended = 0;
  let answers: Answers = { chain: REGTEST, presses: "confirm" };
  const client = await SignClient.init({
    projectId: "0".repeat(32),
    relayUrl,
    logger: "silent",
    telemetryEnabled: false,
    storageOptions: { database: ":memory:" },
    metadata: { name: "Pocket", description: "", url: "https://pocket.example", icons: [] },
  });
  client.on("session_proposal", ({ id, params }) => {
    methods.push(...Object.keys(params.optionalNamespaces));
    const bip122 = {
      accounts: [`${answers.chain}:${key.address}`],
      methods: ["signMessage", "sendTransfer"],
      events: [],
    };
    void client
      .approve({ id, namespaces: { bip122 } })
      .then(({ acknowledged }) => acknowledged())
      // The page may already have ended the session.
      .catch(() => undefined);
  });
  client.on("session_request", ({ id, topic, params: { request } }) => {
    methods.push(request.method);
    if (answers.presses === "nothing") return;
    const error = { code: 5000, message: "User rejected." };
    const outcome = answers.presses === "confirm" ? { result: resultOf(request) } : { error };
    const response = { id, jsonrpc: "2.0", ...outcome };
    void client.respond({ topic, response }).catch(() => undefined);
  });
  const signatureOf = ({ message }: { message: string }) => ({
    address: key.address,
    signature: key.sign(message),
  });
  const payOf = (transfer: Transfer) => {
    paid.push(transfer);
    return { txid: PAID_TXID };
  };
  const resultOf = ({ method, params }: { method: string; params: unknown }) =>
    method === "sendTransfer"
      ? payOf(params as Transfer)
      : signatureOf(params as { message: string });
  client.on("session_delete", () => {
    ended += 1;
  });
  return {
    ended: () => ended,
    async scan(uri, next) {
      answers = next;
      await client.pair({ uri });
    },
    asked: methods,
    paid,
    close: () => client.core.relayer.transportClose(),
  };
}
