/**
 * A process of its own with the wallet's workers, to be killed at a failpoint (FAILPOINTS). It
 * makes one withdrawal request first when it is given one, and then works until it dies.
 */
import { flushCompileCache } from "node:module";
import { openNode } from "#bitcoin";
import {
  createBus,
  openDatabase,
  openMasterKey,
  silentLog,
  systemClock,
  withoutLogin,
} from "#platform";
import { defaultLimits } from "#users";
import { openWallet } from "../open-wallet.ts";
import { startWalletWorkers } from "../start-workers.ts";
import { requestWithdrawal } from "../withdrawals/request-withdrawal.ts";
import type { WorkerOrder } from "./worker-process.ts";

// A process that is killed keeps nothing of what it compiled, unless it is told to.
flushCompileCache();

const order = JSON.parse(process.argv[2] ?? "{}") as WorkerOrder;
const { applicationUrl, dataDir, rpcUrl, request } = order;
const POLL_MS = 40;

const node = await openNode({ dataDir, network: "regtest", rpcUrl, log: silentLog });
const wallet = await openWallet({
  database: openDatabase(applicationUrl, { connectionsMax: 8 }),
  signerUrl: withoutLogin(applicationUrl),
  dataDir,
  secondFactor: { limits: defaultLimits, masterKey: openMasterKey(dataDir) },
  node,
  bus: createBus(),
  clock: systemClock,
  log: silentLog,
  blockSeconds: 10,
  withdrawalsPerHourMax: 1_000_000,
  raiseWaitHours: 0,
  faucetAccountsPerNetwork: 1_000_000,
  treasury: { products: [] },
});
process.send?.("ready");
startWalletWorkers(wallet, { pollMs: POLL_MS });
if (request)
  await requestWithdrawal(wallet, { ...request, amountSats: BigInt(request.amountSats) });
