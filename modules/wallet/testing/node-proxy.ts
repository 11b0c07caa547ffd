/**
 * Puts the real node behind an RPC URL that behaves like Bitcoin Core, for child processes and for
 * tests that lose responses. Every forwarded call takes effect; only its response can be dropped.
 */
import type { ServerResponse } from "node:http";
import { parseTransaction, RpcError, type BitcoinNode } from "#bitcoin";
import {
  fakeRpcServer,
  reply,
  replyError,
  type RpcRequest,
} from "../../../test/support/fakes/rpc-server.ts";

export type Fate = "answered" | "forwarded, answer lost" | "lost" | "answered, then forgotten";

export interface NodeProxy {
  readonly url: string;
  close(): Promise<void>;
}

const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
const HEADER_HEX_LENGTH = 160;

export async function startNodeProxy(
  node: BitcoinNode,
  fateOf: () => Fate = () => "answered",
): Promise<NodeProxy> {
  const server = await fakeRpcServer();
  server.answer((request, response) => void answer(node, request, response, fateOf));
  return { url: server.url, close: () => server.close() };
}

async function answer(
  node: BitcoinNode,
  request: RpcRequest,
  response: ServerResponse,
  fateOf: () => Fate,
): Promise<void> {
  const fate = request.method === "sendrawtransaction" ? fateOf() : "answered";
  if (fate === "lost") return void response.destroy();
  if (fate === "answered, then forgotten") {
    return reply(response, request, parseTransaction(String(request.params[0])).txid);
  }
  try {
    const result = await ask(node, request);
    if (fate === "answered") reply(response, request, result);
    else response.destroy();
  } catch (error) {
    if (!(error instanceof RpcError)) return void response.destroy();
    replyError(response, request, error.code, error.reason);
  }
}

async function ask(node: BitcoinNode, { method, params }: RpcRequest): Promise<unknown> {
  const text = String(params[0]);
  switch (method) {
    case "getblockcount":
      return node.getBlockCount();
    case "getbestblockhash":
      return node.getBestBlockHash();
    case "getblockhash":
      return resultOrThrow(await node.getBlockHash(Number(params[0])), OUT_OF_RANGE);
    case "getblock":
      return node.getBlockRaw(text);
    case "getblockheader":
      return (await node.getBlockRaw(text)).slice(0, HEADER_HEX_LENGTH);
    case "getrawmempool":
      return node.getRawMempool();
    case "getrawtransaction":
      return resultOrThrow(await node.getRawTransaction(text), NOT_FOUND);
    case "sendrawtransaction":
      return node.sendRawTransaction(text);
    case "estimatesmartfee":
      return { errors: ["no estimate"], blocks: 6 };
    default:
      throw new RpcError(method, -32_601, "Method not found");
  }
}

function resultOrThrow(answered: string | undefined, code: number): string {
  if (answered === undefined) throw new RpcError("lookup", code, "not there");
  return answered;
}
