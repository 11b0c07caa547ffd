/**
 * Public API for verifying signed messages and detecting recovery phrases. Pure functions that give
 * the same results in browser, server and scripts, without a clock, the network or the chain.
 */
export { hasRecoveryPhrase, searchPhrase } from "./recovery-phrase.ts";
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
