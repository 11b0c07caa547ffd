/**
 * Public API for verifying signed messages and detecting recovery phrases. All functions are pure:
 * they use no clock, network or chain, and return the same results in browser, server and scripts.
 */
export { hasRecoveryPhrase, searchPhrase } from "./recovery-phrase.ts";
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
