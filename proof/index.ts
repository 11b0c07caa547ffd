/**
 * Door of the proofs that anybody can check: pure, the same in browser, server and scripts. Reads
 * no clock, no network and no chain.
 */
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
