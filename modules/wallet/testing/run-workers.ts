/**
 * Runs the wallet's workers in a child process that tests kill at a failpoint (FAILPOINTS). First
 * handles the withdrawal request or the signed return that it receives, if any.
 */
import { flushCompileCache } from "node:module";
import { openNode } from "#bitcoin";
import { openDatabase, silentLog, withoutLogin } from "#platform";
import { openWallet } from "../open-wallet.ts";
import { startWalletWorkers } from "../start-workers.ts";
import { requestWithdrawal } from "../withdrawals/request-withdrawal.ts";
import { importReturn } from "./cold-wallet.ts";
import { walletDeps } from "./wallet-deps.ts";
import type { WorkerOrder } from "./worker-process.ts";

// A killed process would lose its compile cache.
flushCompileCache();

const order = JSON.parse(process.argv[2] ?? "{}") as WorkerOrder;
const { applicationUrl, dataDir, rpcUrl, request, signed } = order;
const POLL_MS = 40;

const node = await openNode({ dataDir, network: "regtest", rpcUrl, log: silentLog });
const wallet = await openWallet({
  database: openDatabase(applicationUrl, { connectionsMax: 8 }),
  signerUrl: withoutLogin(applicationUrl),
  node,
  ...walletDeps(dataDir),
});
process.send?.("ready");
startWalletWorkers(wallet, { pollMs: POLL_MS });
if (request)
  await requestWithdrawal(wallet, { ...request, amountSats: BigInt(request.amountSats) });
if (signed) await importReturn({ wallet }, signed.by, signed);
