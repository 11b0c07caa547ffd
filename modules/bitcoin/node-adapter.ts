/**
 * The adapter for every Bitcoin node: the embedded node, Bitcoin Core as a child process, or a node
 * at BITCOIN_RPC_URL. It parses blocks and transactions itself, from the raw hex that the node
 * returns. It compares the genesis block before the first call on each connection and before every
 * broadcast, so that a mainnet node can never be used by mistake.
 */
import { Outage } from "#platform";
import type { Backend, BitcoinNode, BlockTemplateOptions, ReorgPlan } from "./bitcoin-node.ts";
import { parseBlock, parseBlockHeader } from "./block.ts";
import { reorganizeCore } from "./core-reorg.ts";
import { assertPracticeNetwork } from "./network-guard.ts";
import type { Network } from "./networks.ts";
import {
  NODE_OUTAGE,
  RpcError,
  rpcCodes,
  type RpcCall,
  type RpcClient,
  type RpcEndpoint,
} from "./rpc-client.ts";
import {
  expectNumber,
  expectText,
  expectTexts,
  readFeeRate,
  readInfo,
  readSignetChallenge,
  readTemplate,
} from "./rpc-replies.ts";
import { parseTransaction } from "./transaction.ts";

interface NodeDeps {
  readonly backend: Backend;
  readonly network: Network;
  readonly signetChallengeHex: string;
  readonly endpoint: () => RpcEndpoint;
  readonly rpc: RpcClient;
  readonly onWake: BitcoinNode["onWake"];
  readonly stop: () => Promise<void>;
}

const LONG_POLL_MS = 90_000;
const GENERATE_MS = 60_000;

export function createNode(deps: NodeDeps): BitcoinNode {
  const { backend, network, rpc } = deps;
  const dialect: Dialect = { call: guardedCall(deps), network, isCore: backend !== "embedded" };
  const witness = {
    network,
    signetChallengeHex: deps.signetChallengeHex,
    getGenesisHash: async () => expectText("getblockhash", await rpc.call("getblockhash", [0])),
    getSignetChallenge: () => readSignetChallenge(rpc.call, network),
  };
  return {
    backend,
    ...witness,
    onWake: deps.onWake,
    stop: deps.stop,
    ...chainCalls(dialect),
    ...transactionCalls(dialect, () => assertPracticeNetwork(witness)),
    ...miningCalls(dialect),
    ...developmentCalls(dialect),
  };
}

interface Dialect {
  readonly call: RpcCall;
  readonly network: Network;
  readonly isCore: boolean;
}

function chainCalls({ call, isCore }: Dialect) {
  const getBlockRaw = async (hash: string) =>
    expectText("getblock", await call("getblock", [hash, isCore ? 0 : false]));
  return {
    getBlockCount: async () => expectNumber("getblockcount", await call("getblockcount")),
    getBestBlockHash: async () => expectText("getbestblockhash", await call("getbestblockhash")),
    getBlockHash: (height: number) =>
      unless(rpcCodes.invalidParameter, async () =>
        expectText("getblockhash", await call("getblockhash", [height])),
      ),
    getBlockRaw,
    async getBlock(hash: string) {
      const block = parseBlock(await getBlockRaw(hash));
      if (block.hash !== hash) throw new Outage(NODE_OUTAGE, `it sent a block other than ${hash}`);
      return block;
    },
    async getBlockHeader(hash: string) {
      const raw = expectText("getblockheader", await call("getblockheader", [hash, false]));
      return parseBlockHeader(raw);
    },
    getInfo: () => readInfo(call),
  };
}

function transactionCalls({ call, isCore }: Dialect, assertNetwork: () => Promise<void>) {
  // bcoin's `getrawtransaction` accepts no block hash, always has an index, and reports "not found"
  // with a generic code.
  const getRawTransaction = (txid: string, blockHash?: string) =>
    unless(isCore ? rpcCodes.invalidAddressOrKey : rpcCodes.misc, async () => {
      const params = isCore && blockHash ? [txid, false, blockHash] : [txid, false];
      return expectText("getrawtransaction", await call("getrawtransaction", params));
    });
  return {
    getRawMempool: async () => expectTexts("getrawmempool", await call("getrawmempool")),
    getRawTransaction,
    async getTransaction(txid: string, blockHash?: string) {
      const raw = await getRawTransaction(txid, blockHash);
      if (raw === undefined) return undefined;
      const transaction = parseTransaction(raw);
      if (transaction.txid !== txid)
        throw new Outage(NODE_OUTAGE, `it sent a transaction other than ${txid}`);
      return transaction;
    },
    async sendRawTransaction(rawHex: string) {
      await assertNetwork();
      return expectText("sendrawtransaction", await call("sendrawtransaction", [rawHex]));
    },
    estimateFeeRateSatsPerKvb: async (blocks: number) =>
      readFeeRate(await call("estimatesmartfee", [blocks])),
  };
}

function miningCalls({ call, network }: Dialect) {
  const rules = network === "signet" ? ["segwit", "signet"] : ["segwit"];
  return {
    async getBlockTemplate({ longPollId, signal }: BlockTemplateOptions = {}) {
      const request = { rules, ...(longPollId ? { longpollid: longPollId } : {}) };
      const reply = await call("getblocktemplate", [request], {
        ...(longPollId ? { timeoutMs: LONG_POLL_MS } : {}),
        ...(signal ? { signal } : {}),
      });
      return readTemplate(reply);
    },
    async submitBlock(rawHex: string) {
      const reason = await call("submitblock", [rawHex]);
      // bcoin writes "rejected: duplicate" where Bitcoin Core writes "duplicate".
      return reason === null ? null : expectText("submitblock", reason).replace(/^rejected: /, "");
    },
  };
}

function developmentCalls({ call, network, isCore }: Dialect) {
  return {
    async generateToAddress(blocks: number, address: string) {
      expectRegtest(network);
      const method = "generatetoaddress";
      return expectTexts(method, await call(method, [blocks, address], { timeoutMs: GENERATE_MS }));
    },
    async simulateReorg({ depth, extra = 1, address }: ReorgPlan) {
      expectRegtest(network);
      if (isCore) return reorganizeCore(call, { depth, extra, address });
      const options = { timeoutMs: GENERATE_MS };
      return expectTexts(
        "simulatereorg",
        await call("simulatereorg", [depth, extra, address], options),
      );
    },
  };
}

/**
 * Returns a call function that compares the genesis block before the first call on a connection and
 * again after every Outage.
 */
function guardedCall(deps: NodeDeps): RpcCall {
  const { rpc, network, signetChallengeHex } = deps;
  let trusted: RpcEndpoint | undefined;
  const witness = {
    network,
    signetChallengeHex,
    getGenesisHash: async () => expectText("getblockhash", await rpc.call("getblockhash", [0])),
    getSignetChallenge: () => readSignetChallenge(rpc.call, network),
  };
  return async (method, params, options) => {
    try {
      const endpoint = deps.endpoint();
      if (trusted !== endpoint) {
        await assertPracticeNetwork(witness);
        trusted = endpoint;
      }
      return await rpc.call(method, params, options);
    } catch (error) {
      if (error instanceof Outage) trusted = undefined;
      throw error;
    }
  };
}

/** Returns the call's result, or undefined if it fails with the error code for "not found". */
async function unless<Result>(
  code: number,
  ask: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RpcError && error.code === code) return undefined;
    throw error;
  }
}

function expectRegtest(network: Network): void {
  if (network !== "regtest")
    throw new Error(`blocks can be made on regtest only, not on ${network}`);
}
