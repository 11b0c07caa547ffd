/**
 * Only practice networks. The genesis block a node tells is compared with the table at start, on
 * each reconnect, before an address is issued, before signing and before broadcasting; the node is
 * asked anew every time.
 */
import { Outage, coalesceCalls } from "#platform";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { GENESIS_HASHES, REFUSED_GENESIS_HASHES } from "./networks.ts";
import { NODE_OUTAGE } from "./rpc-client.ts";

/**
 * The node is on a network we do not serve. An Outage to users: nothing works until the operator
 * corrects it.
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

/** Throws ForbiddenNetwork, or an Outage when the node cannot be asked. */
export async function assertPracticeNetwork(node: NetworkWitness): Promise<void> {
  const { network, signetChallengeHex } = node;
  const genesis = await node.getGenesisHash();
  if (genesis !== GENESIS_HASHES[network])
    throw new ForbiddenNetwork(
      `the node is on ${networkNameOf(genesis)}, this installation works on ${network} only`,
    );
  if (network !== "signet") return;
  const challenge = await node.getSignetChallenge();
  if (challenge !== signetChallengeHex)
    throw new ForbiddenNetwork("the node is on another signet: its block challenge differs");
}

/** The same for many who come at the same time. */
export function practiceNetworkGuard(node: NetworkWitness): () => Promise<void> {
  return coalesceCalls(() => assertPracticeNetwork(node));
}

function networkNameOf(genesis: string): string {
  const practice = Object.entries(GENESIS_HASHES).find(([, hash]) => hash === genesis)?.[0];
  return practice ?? REFUSED_GENESIS_HASHES.get(genesis) ?? "an unknown network";
}
