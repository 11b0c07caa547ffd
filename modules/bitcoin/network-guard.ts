/**
 * Allows practice networks only. Compares the node's genesis block with a table at start, at each
 * reconnection, and before an address is issued, a payment is signed or a transaction is broadcast.
 * Each comparison reads the genesis block from the node again.
 */
import { Outage, coalesceCalls } from "#platform";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { GENESIS_HASHES, REFUSED_GENESIS_HASHES } from "./networks.ts";
import { NODE_OUTAGE } from "./rpc-client.ts";

/**
 * Thrown if the node is on a forbidden network. Users see an Outage until the operator fixes the
 * setting.
 */
export class ForbiddenNetwork extends Outage {
  constructor(message: string) {
    super(NODE_OUTAGE, message);
  }
}

type NetworkWitness = Pick<
  BitcoinNode,
  "network" | "signetChallengeHex" | "getGenesisHash" | "getSignetChallenge"
>;

/**
 * Checks the node's network. Throws ForbiddenNetwork, or an Outage if the node does not respond.
 */
export async function assertPracticeNetwork(node: NetworkWitness): Promise<void> {
  const { network, signetChallengeHex } = node;
  const genesis = await node.getGenesisHash();
  if (genesis !== GENESIS_HASHES[network])
    throw new ForbiddenNetwork(
      `the node is on ${networkNameOf(genesis)}, but this installation uses ${network} only`,
    );
  if (network !== "signet") return;
  const challenge = await node.getSignetChallenge();
  if (challenge !== signetChallengeHex)
    throw new ForbiddenNetwork("the node is on another signet: its block challenge differs");
}

/** Returns a version of `assertPracticeNetwork` whose concurrent callers share requests. */
export function practiceNetworkGuard(node: NetworkWitness): () => Promise<void> {
  return coalesceCalls(() => assertPracticeNetwork(node));
}

function networkNameOf(genesis: string): string {
  const practice = Object.entries(GENESIS_HASHES).find(([, hash]) => hash === genesis)?.[0];
  return practice ?? REFUSED_GENESIS_HASHES.get(genesis) ?? "an unknown network";
}
