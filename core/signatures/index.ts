/**
 * Public API for verifying signed messages and for detecting recovery phrases. Pure and identical
 * in browser, server and scripts. Reads no clock, no network and no chain.
 */
export { hasRecoveryPhrase, searchPhrase } from "./recovery-phrase.ts";
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
