/** Public API of the transparency module, which only reads other modules. */
export { startProofWorker } from "./proofs/proof-worker.ts";
export { forgetLeaves, sweepProofs } from "./proofs/proofs-table.ts";
export { addColdProof, checkColdProof, coldProofRequest } from "./proofs/cold-proof.ts";
export { sweepReserves } from "./proofs/reserves-table.ts";
export { transparencyRoutes } from "./routes.ts";
