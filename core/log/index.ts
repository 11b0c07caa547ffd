/**
 * Public API for the public log: Merkle trees, checkpoints, signed notes and tiles. All functions
 * are pure and return the same results in browser, server and scripts.
 */
export { canonicalJson } from "./canonical-json.ts";
export {
  formatAddCheckpoint,
  formatCheckpoint,
  formatLogProof,
  parseAddCheckpoint,
  parseCheckpoint,
  parseSize,
  type AddCheckpoint,
  type Checkpoint,
} from "./checkpoint.ts";
export {
  cosign,
  formatVkey,
  isSigned,
  LOG_KEY,
  parseNote,
  parseSignature,
  parseVkey,
  publicKeyOf,
  signNote,
  verifyNote,
  WITNESS_KEY,
  type SignedNote,
  type VerifierKey,
} from "./signed-note.ts";
export {
  packEntries,
  parseTilePath,
  TILE_HEIGHT,
  TILE_WIDTH,
  tileLevels,
  tilePath,
  tilesOf,
  unpackEntries,
  type Tile,
} from "./tiles.ts";
export { transferLeaf, type LoggedTransfer } from "./transfer-leaf.ts";
export {
  completedBy,
  completeNodes,
  consistencyOf,
  consistencyRanges,
  hashLeaf,
  hashNode,
  inclusionOf,
  inclusionRanges,
  isConsistent,
  isIncluded,
  isSame,
  joinHashes,
  rootOfLeaves,
  type Hash,
  type Place,
  type Range,
  type TreeHead,
} from "./tree.ts";
