export type { Backend, BitcoinNode, BlockTemplate, NodeInfo, WakeEvent } from "./bitcoin-node.ts";
export {
  formatAddress,
  parseAddress,
  type AddressProblem,
  type ParsedAddress,
  type RefusedAddress,
} from "./addresses.ts";
export { FIRST_BLOCKS, IDLE_BLOCK_SECONDS } from "./block-pace.ts";
export { makeFirstBlocks, startBlockProducer } from "./block-producer.ts";
export { parseBlock, parseBlockHeader, type Block, type BlockHeader } from "./block.ts";
export { checkSameChain } from "./chain-identity.ts";
export { displayHash, hash256, internalHash, MalformedData } from "./byte-reader.ts";
export { merkleProof, merkleRoot, verifyMerkleProof, type MerkleProof } from "./merkle.ts";
export { assertPracticeNetwork, ForbiddenNetwork } from "./network-guard.ts";
export {
  GENESIS_HASHES,
  networkParams,
  PRACTICE_NETWORKS,
  PUBLIC_SIGNET_CHALLENGE,
  type Network,
  type NetworkParams,
} from "./networks.ts";
export { openNode, type OpenedNode, type OpenNodePlan } from "./open-node.ts";
export { RpcError, rpcCodes } from "./rpc-client.ts";
export { dustLimitSats, scriptKind, type ScriptKind } from "./scripts.ts";
export {
  parseTransaction,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from "./transaction.ts";
