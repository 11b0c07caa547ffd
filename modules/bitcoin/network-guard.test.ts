import { Outage, silentLog, StartError } from "#platform";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  fakeRpcServer,
  reply,
  replyError,
  type FakeRpcServer,
} from "../../test/support/fakes/rpc-server.ts";
import { assertPracticeNetwork, ForbiddenNetwork, practiceNetworkGuard } from "./network-guard.ts";
import {
  GENESIS_HASHES,
  PRACTICE_NETWORKS,
  PUBLIC_SIGNET_CHALLENGE,
  REFUSED_GENESIS_HASHES,
  type Network,
} from "./networks.ts";
import { openNode, type OpenedNode } from "./open-node.ts";

const [MAINNET = "", TESTNET3 = ""] = [...REFUSED_GENESIS_HASHES.keys()];

let server: FakeRpcServer;
let node: OpenedNode | undefined;
beforeEach(async () => {
  server = await fakeRpcServer();
});
afterEach(async () => {
  await node?.stop();
  node = undefined;
  await server.close();
});

/** Fakes a node that reports this genesis block and accepts every transaction. */
function pretend(genesis: string, signetChallenge?: string): void {
  server.answer((request, response) => {
    const { method, params } = request;
    if (method === "getblockhash" && params[0] === 0) return reply(response, request, genesis);
    if (method === "getmininginfo")
      return reply(response, request, { signet_challenge: signetChallenge });
    if (method === "getblockcount") return reply(response, request, 5);
    if (method === "getbestblockhash") return reply(response, request, genesis);
    if (method === "sendrawtransaction") return reply(response, request, "11".repeat(32));
    return replyError(response, request, -32_601, "Method not found");
  });
}

function open(network: Network, signetChallengeHex?: string): Promise<OpenedNode> {
  const plan = { dataDir: "unused", network, rpcUrl: server.url, log: silentLog };
  return openNode({ ...plan, signetChallengeHex, timeoutMs: 2_000 });
}

const sent = () => server.requests.filter(({ method }) => method === "sendrawtransaction").length;

test.each([
  [MAINNET, "mainnet (real bitcoin)"],
  [TESTNET3, "testnet3"],
  ["77".repeat(32), "an unknown network"],
])("a node on %s is rejected at start by name: %s", async (genesis, name) => {
  pretend(genesis);
  for (const network of PRACTICE_NETWORKS) {
    const opening = open(network);
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(name);
  }
});

test("a practice network is accepted only under its own name", async () => {
  for (const practiceNetwork of PRACTICE_NETWORKS)
    for (const network of PRACTICE_NETWORKS) {
      pretend(GENESIS_HASHES[practiceNetwork], PUBLIC_SIGNET_CHALLENGE);
      const opening = open(network).then(async (opened) => {
        await opened.stop();
        return "accepted";
      });
      const outcome = await opening.catch((error: Error) => error.name);
      expect(outcome).toBe(practiceNetwork === network ? "accepted" : "StartError");
    }
});

test("a signet with a different challenge is rejected", async () => {
  pretend(GENESIS_HASHES.signet, "51");
  await expect(open("signet")).rejects.toThrow("another signet");
  node = await open("signet", "51");
  expect(node.network).toBe("signet");
});

test("no transaction is sent to a node that has become a mainnet node", async () => {
  pretend(GENESIS_HASHES.regtest);
  node = await open("regtest");
  await node.sendRawTransaction("00");
  expect(sent()).toBe(1);
  pretend(MAINNET);
  await expect(assertPracticeNetwork(node)).rejects.toThrow(ForbiddenNetwork);
  await expect(node.sendRawTransaction("00")).rejects.toThrow("mainnet");
  expect(sent()).toBe(1);
});

test("a node replaced during an outage is rejected at its first response", async () => {
  pretend(GENESIS_HASHES.regtest);
  node = await open("regtest");
  expect(await node.getBlockCount()).toBe(5);
  server.answer((_request, response) => void response.writeHead(503).end());
  await expect(node.getBlockCount()).rejects.toThrow(Outage);
  pretend(MAINNET);
  await expect(node.getBlockCount()).rejects.toThrow(ForbiddenNetwork);
  pretend(GENESIS_HASHES.regtest);
  expect(await node.getBlockCount()).toBe(5);
});

test("a node that is down at start is checked at its first response", async () => {
  server.answer((_request, response) => void response.writeHead(503).end());
  node = await open("regtest");
  await expect(node.getBlockCount()).rejects.toThrow(Outage);
  pretend(MAINNET);
  await expect(node.getBlockCount()).rejects.toThrow(ForbiddenNetwork);
});

test("signet and testnet4 require a URL", async () => {
  const plan = { dataDir: "unused", network: "signet" as const, searchPath: "", log: silentLog };
  await expect(openNode(plan)).rejects.toThrow("BITCOIN_RPC_URL must name a node");
});

describe("concurrent network checks", () => {
  const guarded = () => {
    const askings: PromiseWithResolvers<string>[] = [];
    const check = practiceNetworkGuard({
      network: "regtest",
      signetChallengeHex: "",
      getGenesisHash() {
        const asking = Promise.withResolvers<string>();
        askings.push(asking);
        return asking.promise;
      },
      getSignetChallenge: () => Promise.reject(new Error("not asked on regtest")),
    });
    return { askings, check };
  };

  test("checks that start during a request share the next request", async () => {
    const { askings, check } = guarded();
    const first = check();
    const others = [check(), check(), check()];
    expect(askings).toHaveLength(1);
    askings[0]?.resolve(GENESIS_HASHES.regtest);
    await first;
    await expect.poll(() => askings.length).toBe(2);
    const late = check();
    askings[1]?.resolve(MAINNET);
    for (const other of others) await expect(other).rejects.toThrow(ForbiddenNetwork);
    await expect.poll(() => askings.length).toBe(3);
    askings[2]?.resolve(GENESIS_HASHES.regtest);
    await late;
  });

  test("a failed request fails only the check that sent it", async () => {
    const { askings, check } = guarded();
    const first = check();
    const second = check();
    askings[0]?.reject(new Outage("node", "it is gone"));
    await expect(first).rejects.toThrow(Outage);
    await expect.poll(() => askings.length).toBe(2);
    askings[1]?.resolve(GENESIS_HASHES.regtest);
    await second;
    const third = check();
    expect(askings).toHaveLength(3);
    askings[2]?.resolve(GENESIS_HASHES.regtest);
    await third;
  });
});
