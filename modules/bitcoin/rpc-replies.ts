/**
 * Validates the node's replies. An unexpected shape throws an Outage, because the node is then
 * broken.
 */
import { Outage } from "#platform";
import type { BlockTemplate, NodeInfo } from "./bitcoin-node.ts";
import type { Network } from "./networks.ts";
import { isRecord, NODE_OUTAGE, type RpcCall } from "./rpc-client.ts";

type Fields = Readonly<Record<string, unknown>>;

export function expectText(method: string, value: unknown): string {
  if (typeof value !== "string") throw unreadable(method);
  return value;
}

export function expectNumber(method: string, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw unreadable(method);
  return value as number;
}

export function expectTexts(method: string, value: unknown): readonly string[] {
  return expectList(method, value).map((item) => expectText(method, item));
}

const SATS_PER_BTC = 100_000_000;

export function readFeeRate(reply: unknown): bigint | undefined {
  if (!isRecord(reply)) throw unreadable("estimatesmartfee");
  // Bitcoin Core sends `feerate`, and bcoin sends `fee`. Without an estimate, Bitcoin Core omits
  // `feerate`, and bcoin's `fee` is -1.
  const rate = reply["feerate"] ?? reply["fee"];
  // BTC per 1000 vB with 8 decimals, which a rounded double represents exactly.
  return typeof rate === "number" && rate > 0 ? BigInt(Math.round(rate * SATS_PER_BTC)) : undefined;
}

export function readTemplate(reply: unknown): BlockTemplate {
  const method = "getblocktemplate";
  if (!isRecord(reply)) throw unreadable(method);
  const text = (name: string) => expectText(method, reply[name]);
  const number = (name: string) => expectNumber(method, reply[name]);
  const flags = reply["coinbaseaux"];
  return {
    version: number("version"),
    height: number("height"),
    previousHash: text("previousblockhash"),
    bitsHex: text("bits"),
    targetHex: text("target"),
    currentTimeSeconds: number("curtime"),
    minimumTimeSeconds: number("mintime"),
    coinbaseValueSats: BigInt(number("coinbasevalue")),
    coinbaseFlagsHex: isRecord(flags) ? (optionalText(flags, "flags") ?? "") : "",
    witnessCommitmentScriptHex: optionalText(reply, "default_witness_commitment"),
    transactions: expectList(method, reply["transactions"]).map(readTemplateTransaction),
    longPollId: optionalText(reply, "longpollid"),
    signetChallengeHex: optionalText(reply, "signet_challenge"),
  };
}

function readTemplateTransaction(item: unknown): BlockTemplate["transactions"][number] {
  const method = "getblocktemplate";
  if (!isRecord(item)) throw unreadable(method);
  return {
    rawHex: expectText(method, item["data"]),
    txid: expectText(method, item["txid"]),
    wtxid: expectText(method, item["hash"]),
  };
}

export async function readInfo(call: RpcCall): Promise<NodeInfo> {
  const [chain, net] = await Promise.all([call("getblockchaininfo"), call("getnetworkinfo")]);
  if (!isRecord(chain)) throw unreadable("getblockchaininfo");
  if (!isRecord(net)) throw unreadable("getnetworkinfo");
  return {
    blocks: expectNumber("getblockchaininfo", chain["blocks"]),
    headers: expectNumber("getblockchaininfo", chain["headers"]),
    bestBlockHash: expectText("getblockchaininfo", chain["bestblockhash"]),
    isInitialDownload: chain["initialblockdownload"] === true,
    userAgent: expectText("getnetworkinfo", net["subversion"]),
    connections: expectNumber("getnetworkinfo", net["connections"]),
  };
}

/**
 * Returns the signet challenge. Newer nodes report it in getmininginfo. Older nodes report it in
 * the block template, which is unavailable while they are syncing.
 */
export async function readSignetChallenge(
  call: RpcCall,
  network: Network,
): Promise<string | undefined> {
  if (network !== "signet") return undefined;
  const mining = await call("getmininginfo");
  const challengeHex = isRecord(mining) ? optionalText(mining, "signet_challenge") : undefined;
  if (challengeHex !== undefined) return challengeHex;
  return readTemplate(await call("getblocktemplate", [{ rules: ["segwit", "signet"] }]))
    .signetChallengeHex;
}

function expectList(method: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(method);
  return value;
}

function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

function unreadable(method: string): Outage {
  return new Outage(NODE_OUTAGE, `an unreadable reply to ${method}`);
}
