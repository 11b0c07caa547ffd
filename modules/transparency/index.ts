/** Public API of the transparency module, which only reads other modules. */
export { ledgerInclusion, type LedgerInclusion } from "./log/ledger-digests.ts";
export { openWitnesses } from "./log/witnesses.ts";
export { startLogWorker } from "./log/log-worker.ts";
export { readPracticeProofs } from "./log/practice-statement.ts";
export { startProofWorker } from "./proofs/proof-worker.ts";
export { forgetLeaves, sweepProofs } from "./proofs/proofs-table.ts";
export { addColdProof, checkColdProof, coldProofRequest } from "./proofs/cold-proof.ts";
export { sweepReserves } from "./proofs/reserves-table.ts";
export { receiptRoutes } from "./receipts/routes.ts";
export { transparencyRoutes } from "./routes.ts";
