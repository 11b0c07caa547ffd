/**
 * Starts the signer process and restarts it if it dies. Until it runs again, requests fail with an
 * Outage and may be repeated. The signer's environment contains only the variables it needs.
 */
import { fork, type ChildProcess } from "node:child_process";
import type { Network } from "#bitcoin";
import {
  compiledCode,
  followOutput,
  onceEnded,
  Outage,
  programFile,
  StartError,
  type Log,
} from "#platform";
import { createAccount, type Account } from "../chain/account.ts";
import type {
  SignedReserves,
  SignedTransaction,
  SignerMessage,
  SignerRequest,
  SignRequest,
  SignReservesRequest,
  SignSelfTransferRequest,
} from "./messages.ts";
import { SignatureRefused } from "./sign-payment.ts";

export interface SignerPlan {
  /** Database URL. If it has no credentials, the signer uses its own from the data folder. */
  readonly url: string;
  /** Data folder, which contains the signer's key. */
  readonly dataDir: string;
  readonly network: Network;
  readonly log: Log;
}

export interface Signer {
  readonly account: Account;
  /**
   * Signs a payment. Throws SignatureRefused if the signer refuses, or an Outage if it does not
   * respond.
   */
  sign(request: Omit<SignRequest, "kind" | "requestId">): Promise<SignedTransaction>;
  /** Signs a self-transfer. Throws the same errors as `sign`. */
  signSelfTransfer(
    request: Omit<SignSelfTransferRequest, "kind" | "requestId">,
  ): Promise<SignedTransaction>;
  /** Signs the message about reserves for scripts of the account. Throws the same errors. */
  signReserves(request: Omit<SignReservesRequest, "kind" | "requestId">): Promise<SignedReserves>;
  /** Id of the running signer process; undefined if none is running. */
  processId(): number | undefined;
  stop(): Promise<void>;
}

const MAIN = programFile("modules/wallet/signer/main.ts");
const START_MS_MAX = 20_000;
const ANSWER_MS_MAX = 10_000;
const RESTART_MS = 250;

/**
 * Starts the signer. Resolves when the signer has its key. Rejects if the first start fails, with a
 * StartError if the data folder is incomplete.
 */
export async function startSigner(plan: SignerPlan): Promise<Signer> {
  const { log } = plan;
  let isStopping = false;
  let lastId = 0;
  let child: ChildProcess | undefined;
  /** The most recent process, which may still be starting. */
  let newest: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  async function start(): Promise<Account> {
    const started = forkSigner(plan);
    newest = started;
    const output = followOutput(started, "signer", log);
    ended = new Promise((resolve) => onceEnded(started, () => resolve(output)));
    const account = await waitForReady(started, plan.network);
    child = started;
    onceEnded(started, () => {
      child = undefined;
      if (!isStopping) restart();
    });
    return account;
  }

  function restart(): void {
    log.warn("the signer ended and is being restarted");
    setTimeout(() => {
      if (isStopping) return;
      start().catch((error: unknown) => {
        log.error({ error }, "the signer could not start");
        restart();
      });
    }, RESTART_MS);
  }

  function askNext(request: Unnumbered): Promise<Signed> {
    if (!child) return Promise.reject(new Outage("signer", "it is being restarted"));
    lastId += 1;
    return ask(child, { ...request, requestId: lastId });
  }

  async function askTransaction(request: Unnumbered): Promise<SignedTransaction> {
    const message = await askNext(request);
    if (message.kind !== "signed") throw new Error("the signer sent an unexpected message");
    const { rawHex, txid, minerFeeSats, virtualSize } = message;
    return { rawHex, txid, minerFeeSats, virtualSize };
  }

  const account = await start();
  return {
    account,
    processId: () => child?.pid,
    sign: (request) => askTransaction({ kind: "sign", ...request }),
    signSelfTransfer: (request) => askTransaction({ kind: "sign-self-transfer", ...request }),
    async signReserves(request) {
      const message = await askNext({ kind: "sign-reserves", ...request });
      if (message.kind === "signed") throw new Error("the signer sent an unexpected message");
      return { signatures: message.signatures };
    },
    async stop() {
      isStopping = true;
      if (newest?.connected) newest.disconnect();
      await ended;
    },
  };
}

function forkSigner({ url, dataDir, network }: SignerPlan): ChildProcess {
  return fork(MAIN, [], {
    serialization: "advanced",
    execArgv: [],
    env: {
      SIGNER_DATABASE_URL: url,
      SIGNER_DATA_DIR: dataDir,
      SIGNER_NETWORK: network,
      NODE_NO_WARNINGS: "1",
      ...compiledCode(),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function waitForReady(child: ChildProcess, network: Network): Promise<Account> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("The signer did not start in time."));
    }, START_MS_MAX);
    onceEnded(child, () => {
      clearTimeout(timer);
      reject(new Error("The signer ended while starting."));
    });
    child.once("message", (message: SignerMessage) => {
      clearTimeout(timer);
      if (message.kind === "unfit") return reject(new StartError(message.reason));
      if (message.kind !== "ready")
        return reject(new Error("The signer sent an unexpected message."));
      resolve(createAccount({ network, xpub: message.xpub, fingerprint: message.fingerprint }));
    });
  });
}

type Signed = Extract<SignerMessage, { readonly kind: "signed" | "signed-reserves" }>;
type Unnumbered =
  | Omit<SignRequest, "requestId">
  | Omit<SignSelfTransferRequest, "requestId">
  | Omit<SignReservesRequest, "requestId">;

function ask(child: ChildProcess, request: SignerRequest): Promise<Signed> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      child.off("message", listen);
      child.off("exit", lose);
      act();
    };
    const timer = setTimeout(
      () => settle(() => reject(new Outage("signer", "no answer in time"))),
      ANSWER_MS_MAX,
    );
    const lose = (): void => settle(() => reject(new Outage("signer", "it ended")));
    const listen = (message: SignerMessage): void => {
      if (!("requestId" in message) || message.requestId !== request.requestId) return;
      settle(() => {
        if (message.kind === "signed" || message.kind === "signed-reserves") resolve(message);
        else
          reject(
            message.kind === "refused"
              ? new SignatureRefused(message.reason)
              : new Outage("signer", message.reason),
          );
      });
    };
    child.on("message", listen);
    child.once("exit", lose);
    child.send(request, (error) => {
      if (error) lose();
    });
  });
}
