/**
 * Simulates a reorg on a Bitcoin Core regtest node, with the same result as on the embedded node.
 */
import { isRecord, RpcError, rpcCodes, type RpcCall } from "./rpc-client.ts";
import { expectNumber, expectText } from "./rpc-replies.ts";

interface ReorgPlan {
  readonly depth: number;
  readonly extra: number;
  readonly address: string;
}

/** Simulates the reorg. Returns the hashes of the new branch. */
export async function reorganizeCore(call: RpcCall, plan: ReorgPlan): Promise<readonly string[]> {
  const height = expectNumber("getblockcount", await call("getblockcount"));
  if (plan.depth < 1 || plan.depth > height || plan.extra < 1)
    throw new RpcError("simulatereorg", rpcCodes.invalidParameter, "depth is out of range");
  const first = await call("getblockhash", [height - plan.depth + 1]);
  await call("invalidateblock", [first]);
  const hashes: string[] = [];
  for (let count = 0; count < plan.depth + plan.extra; count += 1) {
    // Mines empty blocks, so that the old branch's payments stay in the mempool, as on the embedded
    // node.
    const answer = await call("generateblock", [plan.address, []]);
    hashes.push(expectText("generateblock", isRecord(answer) ? answer["hash"] : undefined));
  }
  return hashes;
}
