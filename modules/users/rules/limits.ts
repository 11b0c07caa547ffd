import { availableParallelism } from "node:os";
import { signUpLimits } from "#api/limits";

/**
 * Limits on guessing, flooding and cached trust. Callers of `openUsers` can override the defaults
 * below.
 */
export interface AuthLimits {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /**
   * Milliseconds after a rotation during which the old refresh token still returns the current one.
   */
  readonly refreshReuseMs: number;
  /**
   * Maximum age of a cached caller in milliseconds. A revocation takes at most this long to reach
   * other processes.
   */
  readonly callerRecheckMs: number;
  /** Precision of a session's stored last use, in milliseconds. */
  readonly lastUseMs: number;
  /** Maximum number of wrong passwords per account and window before the pauses begin. */
  readonly passwordFailuresFree: number;
  readonly passwordFailureWindowMs: number;
  /**
   * Wrong passwords since the last success that block the account. Afterwards, only a known device
   * or an account recovery can sign in.
   */
  readonly passwordFailuresMax: number;
  /** Maximum number of wrong passwords per IP address and window. */
  readonly ipFailuresMax: number;
  readonly ipFailureWindowMs: number;
  /** Maximum number of invalid refresh tokens per network, minute and process. */
  readonly refreshMissesPerMinuteMax: number;
  /** Refreshes per minute and process: for a single session, and for all sessions in a network. */
  readonly refreshesPerMinuteMax: number;
  readonly networkRefreshesPerMinuteMax: number;
  /**
   * Sign-ups per IP address and hour. The limit is high enough for a classroom that shares one
   * address.
   */
  readonly signUpsPerHourMax: number;
  /**
   * Password and address change attempts per session in 15 minutes. Each attempt costs two hashes.
   */
  readonly passwordChangesMax: number;
  /** Maximum number of re-authentication attempts per session and `passwordFailureWindowMs`. */
  readonly proofsMax: number;
  /** Minimum pause in milliseconds between two requests for one kind of message to one address. */
  readonly mailPauseMs: number;
  /**
   * Messages of one kind to one address per hour, across all requesters. Strangers can request five
   * kinds.
   */
  readonly mailsPerHourMax: number;
  /** Lifetime of a mailed link and its code in minutes. */
  readonly recoveryLinkMinutes: number;
  /** Maximum number of wrong mailed codes per address and day. Above the limit, only links work. */
  readonly codeMissesPerDayMax: number;
  /**
   * Wrong mailed codes from one network per day, across all addresses. The limit is high enough for
   * a classroom that shares one network.
   */
  readonly codeMissesOfNetworkMax: number;
  /**
   * Maximum number of wrong authenticator codes per user and window. Wrong recovery codes have the
   * same limit.
   */
  readonly secondFactorFailuresMax: number;
  readonly secondFactorWindowMs: number;
  /** Lifetime of a challenge in seconds. The response must come from the same IP address. */
  readonly challengeSeconds: number;
  readonly factorsPerUserMax: number;
  /** API keys that a user may create per hour. Each new key writes a message and an audit entry. */
  readonly keysPerHourMax: number;
  /**
   * Maximum number of concurrent argon2 runs (a quarter of the processors), and the queue length.
   * Requests beyond the queue get 429.
   */
  readonly hashesAtOnceMax: number;
  readonly hashesWaitingMax: number;
  /**
   * Limit per minute for one administrator's changes, and for administrators' messages to one user.
   */
  readonly administratorWritesPerMinuteMax: number;
  readonly administratorMessagesPerHourMax: number;
  /**
   * The administrator waiting period: hours until a new administrator, or one whose password,
   * e-mail address or two-factor authentication changed, may make decisions about money.
   */
  readonly administratorWaitHours: number;
}

export const defaultLimits: AuthLimits = {
  accessTokenSeconds: 3_600,
  refreshReuseMs: 10_000,
  callerRecheckMs: 4_000,
  lastUseMs: 5 * 60_000,
  passwordFailuresFree: 10,
  passwordFailureWindowMs: 15 * 60_000,
  passwordFailuresMax: 100,
  ipFailuresMax: 30,
  ipFailureWindowMs: 5 * 60_000,
  refreshMissesPerMinuteMax: 300,
  refreshesPerMinuteMax: 60,
  networkRefreshesPerMinuteMax: 6_000,
  signUpsPerHourMax: signUpLimits.perNetworkAndHour,
  passwordChangesMax: 20,
  proofsMax: 20,
  mailPauseMs: 60_000,
  mailsPerHourMax: 5,
  recoveryLinkMinutes: 60,
  codeMissesPerDayMax: 50,
  codeMissesOfNetworkMax: 200,
  secondFactorFailuresMax: 5,
  secondFactorWindowMs: 15 * 60_000,
  challengeSeconds: 300,
  factorsPerUserMax: 10,
  keysPerHourMax: 20,
  hashesAtOnceMax: Math.max(1, Math.floor(availableParallelism() / 4)),
  hashesWaitingMax: 64,
  administratorWritesPerMinuteMax: 60,
  administratorMessagesPerHourMax: 20,
  administratorWaitHours: 24,
};
