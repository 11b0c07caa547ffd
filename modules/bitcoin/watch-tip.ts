/**
 * Polls the tip to generate wake-ups for a node that sends none. Also makes a managed Bitcoin Core
 * write each new tip to disk. Otherwise, Bitcoin Core would keep blocks in memory for up to an hour
 * and lose them if killed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage } from "#platform";
import type { WakeEvent } from "./bitcoin-node.ts";
import { RpcError, type RpcClient } from "./rpc-client.ts";

const EVERY_MS = 1_000;

/**
 * Polls the tip. Sends "block" when the tip changes and "restarted" when the node responds again.
 */
export function watchTip(
  rpc: RpcClient,
  {
    wake,
    isWrittenDown,
  }: { readonly wake: (event: WakeEvent) => void; readonly isWrittenDown: boolean },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = (async () => {
    let lastHash: unknown;
    let wasAway = false;
    while (!stopping.signal.aborted) {
      try {
        const hash = await rpc.call("getbestblockhash", [], { signal: stopping.signal });
        if (isWrittenDown && hash !== lastHash) await writeDown(rpc, stopping.signal);
        if (wasAway) wake({ kind: "restarted" });
        if (lastHash !== undefined && hash !== lastHash && typeof hash === "string")
          wake({ kind: "block", hash });
        lastHash = hash;
        wasAway = false;
      } catch (error) {
        if (!(error instanceof Outage || error instanceof RpcError)) throw error;
        wasAway = true;
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** Calls an RPC method that flushes Bitcoin Core's state to disk before it returns. */
async function writeDown(rpc: RpcClient, signal: AbortSignal): Promise<void> {
  await rpc.call("gettxoutsetinfo", ["none"], { signal });
}
