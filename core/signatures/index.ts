/**
 * Public API of the proofs that anybody can check, and of what no proof ever needs: pure, the same
 * in browser, server and scripts. Reads no clock, no network and no chain.
 */
export { hasRecoveryPhrase, searchPhrase } from "./recovery-phrase.ts";
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
