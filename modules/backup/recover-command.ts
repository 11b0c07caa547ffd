/**
 * `npm run recover -- KEYS` finds all coins of the wallet without the database. It needs a backup's
 * key file, the passphrase and a node. `--to ADDRESS` signs transactions that move the coins to
 * ADDRESS, and `--send` broadcasts these transactions. `--ahead N` searches N addresses beyond the
 * last known address of each branch. `--branch N` also searches branch N, which a restore started.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openNode, parseAddress, runningNode, type ConnectedNode } from "#bitcoin";
import { BTC_DECIMALS, formatAmount } from "#money";
import { StartError } from "#platform";
import {
  currentFeeRate,
  findCoins,
  isSpendable,
  openCopiedKeys,
  pathText,
  sweepCoins,
  type Found,
} from "#wallet";
import { SIGNER_KEY } from "./copy/data-files.ts";
import { openKeys, type Keys } from "./copy/key-file.ts";
import { KEYS_FILE } from "./copy/manifest.ts";
import { readAddresses } from "./known-branches.ts";
import { readPassphrase } from "./passphrase.ts";
import { runCommand, say, type Command } from "./run-command.ts";

const USAGE =
  "Usage: npm run recover -- KEYS [--ahead N] [--branch N]... [--to ADDRESS [--send]]. KEYS is a copy's folder or its file keys.sealed.";
/** Maximum number of addresses to search. The search takes an hour on a slow machine. */
const AHEAD_MAX = 1_000_000;
const BRANCH_END = 2 ** 31;

await runCommand(async (command) => {
  const { path, to, isSent, ahead, branches } = readWords();
  const keys = await openKeys(readKeyFile(path), await readPassphrase());
  const { network, wallet, files } = keys;
  if (network !== command.config.bitcoin.network)
    throw new StartError(
      `BITCOIN_NETWORK: these keys are for ${network}, not for ${command.config.bitcoin.network}.`,
    );
  const destination = to === undefined ? undefined : parseAddress(network, to);
  if (destination?.ok === false) throw new StartError(destination.text);
  const signerKey = files[SIGNER_KEY] ?? Buffer.alloc(0);
  const account = openCopiedKeys(wallet, { network, signerKey });
  await withNode(command, network, async (node) => {
    const { dataDir } = command.config;
    const folder = path.endsWith(KEYS_FILE) ? dirname(path) : path;
    const addresses = await readAddresses(wallet, { folder, dataDir });
    const receiveBranches = [
      ...addresses.receiveBranches.filter(({ branch }) => !branches.includes(branch)),
      ...branches.map((branch) => ({ branch, firstIndex: 0 })),
    ];
    const search = { ...addresses, receiveBranches, ...(ahead === undefined ? {} : { ahead }) };
    const scan = await findCoins({
      account,
      node,
      ...search,
      onBlock: reportBlocks,
      onAddress: reportAddresses,
    });
    list(scan);
    listSearched(scan);
    if (to === undefined) return;
    const feeRateSatsPerKvb = await currentFeeRate(node);
    if (feeRateSatsPerKvb === undefined)
      throw new StartError("The node's fee estimate is above 500 sat/vB. Nothing was signed.");
    const sweeps = await sweepCoins({ account, scan, address: to, feeRateSatsPerKvb });
    for (const { txid, rawHex, coins, amountSats, minerFeeSats } of sweeps) {
      say(`\n${coins} coins: ${btc(amountSats)} to ${to}, ${btc(minerFeeSats)} to the miner`);
      if (isSent) say(`sent: ${await node.sendRawTransaction(rawHex)}`);
      else say(`${txid}, signed but not sent:\n${rawHex}`);
    }
    if (sweeps.length === 0) say("\nNone of the coins can be moved now.");
  });
});

function readWords() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: "string" },
        send: { type: "boolean", default: false },
        ahead: { type: "string" },
        branch: { type: "string", multiple: true, default: [] },
      },
    });
    const [path, ...rest] = positionals;
    const ahead = values.ahead === undefined ? undefined : readCount(values.ahead, AHEAD_MAX);
    const branches = values.branch.map((text) => readCount(text, BRANCH_END - 1));
    if (path !== undefined && rest.length === 0 && (values.to !== undefined || !values.send))
      return { path: resolve(path), to: values.to, isSent: values.send, ahead, branches };
  } catch {
    // parseArgs and readCount throw for invalid arguments.
  }
  throw new StartError(USAGE);
}

/** Returns the number. Throws unless the text is a whole number of at most `max`. */
function readCount(text: string, max: number): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (count <= max) return count;
  throw new Error(`not a number up to ${max}`);
}

function readKeyFile(path: string): string {
  try {
    const file = statSync(path).isDirectory() ? join(path, KEYS_FILE) : path;
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new StartError(`Cannot read ${path}.`, { cause });
  }
}

/**
 * Runs `work` with the node at BITCOIN_RPC_URL or, if the variable is not set, with the embedded
 * node of DATA_DIR.
 */
async function withNode(
  { config, log }: Command,
  network: Keys["network"],
  work: (node: ConnectedNode) => Promise<void>,
): Promise<void> {
  const { dataDir, bitcoin } = config;
  const { rpcUrl } = bitcoin;
  if (rpcUrl === undefined && !existsSync(join(dataDir, "bitcoin")))
    throw new StartError(
      `BITCOIN_RPC_URL is not set, and DATA_DIR (${dataDir}) has no chain. Set one of them to use a node.`,
    );
  const running = rpcUrl === undefined ? await runningNode(dataDir) : undefined;
  if (running) {
    await work(running);
    return;
  }
  const node = await openNode({ dataDir, network, rpcUrl, log });
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

function reportBlocks(height: number, tipHeight: number): void {
  if (height % 1_000 === 0) process.stderr.write(`block ${height} of ${tipHeight}\n`);
}

function reportAddresses(count: number): void {
  if (count % 5_000 === 0) process.stderr.write(`${count} addresses to search for\n`);
}

function listSearched({ searched }: Found): void {
  for (const { branch, firstIndex, lastIndex } of searched)
    say(`Searched ${pathText(branch, firstIndex)} to ${pathText(branch, lastIndex)}.`);
  say(
    "If a coin is missing, --ahead N searches N addresses beyond the last known one of each branch. " +
      "Each restore uses its own branch for new addresses, and --branch N searches one that is newer than these keys.",
  );
}

function list({ coins, tipHeight }: Found): void {
  for (const { txid, vout, amountSats, address, branch, index, height } of coins)
    say(
      `${txid}:${vout} ${btc(amountSats)} ${address} ${branch}/${index} ` +
        (height === null ? "unconfirmed" : `block ${height}`),
    );
  const total = coins.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const spendable = coins.filter((coin) => isSpendable(coin, tipHeight));
  const nowSats = spendable.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  say(`${coins.length} coins, ${btc(total)} in total, of which ${btc(nowSats)} can be moved now.`);
}

function btc(sats: bigint): string {
  return `${formatAmount(sats, BTC_DECIMALS)} BTC`;
}
