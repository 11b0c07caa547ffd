/**
 * Public API for signed messages and for detecting recovery phrases. All functions are pure: they
 * use no clock, network or chain, and return the same results in browser, server and scripts.
 */
export { signP2wpkh } from "./bip322.ts";
export { hasRecoveryPhrase, searchPhrase } from "./recovery-phrase.ts";
export { reservesMessage, type ReservesFacts } from "./reserves-message.ts";
export { verifyMessage, type MessageForm, type ProofProblem } from "./verify-message.ts";
export { checkReserve, type ReserveProblem } from "./verify-reserve.ts";
