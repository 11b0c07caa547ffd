import { availableParallelism } from "node:os";
import { signUpLimits } from "#api/limits";

/**
 * Limits against guessing, flooding and outdated trust. Callers of `openUsers` can override the
 * defaults below.
 */
export interface AuthLimits {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /**
   * Milliseconds after a rotation in which the old refresh token still returns the current token.
   */
  readonly refreshReuseMs: number;
  /**
   * Milliseconds after which a cached caller is read again, which is also the longest time until
   * another process notices a revocation.
   */
  readonly callerRecheckMs: number;
  /** Precision of a session's last use in milliseconds. */
  readonly lastUseMs: number;
  /** Wrong passwords per account and window before the account's pauses begin. */
  readonly passwordFailuresFree: number;
  readonly passwordFailureWindowMs: number;
  /**
   * Wrong passwords since the last success after which only a known device or an account recovery
   * can sign in.
   */
  readonly passwordFailuresMax: number;
  /** Wrong passwords per IP address and window. */
  readonly ipFailuresMax: number;
  readonly ipFailureWindowMs: number;
  /** Invalid refresh tokens per network, minute and process. */
  readonly refreshMissesPerMinuteMax: number;
  /** Refreshes per minute and process, of one session and of all sessions in one network. */
  readonly refreshesPerMinuteMax: number;
  readonly networkRefreshesPerMinuteMax: number;
  /** Sign-ups per IP address and hour. High enough for a classroom, which shares one address. */
  readonly signUpsPerHourMax: number;
  /**
   * Attempts to change password or address per session in 15 minutes. Each attempt costs two
   * hashes.
   */
  readonly passwordChangesMax: number;
  /** Attempts to re-authenticate per session and `passwordFailureWindowMs`. */
  readonly proofsMax: number;
  /** Milliseconds between two requests for a message of one kind to one address. */
  readonly mailPauseMs: number;
  /**
   * Messages of one kind to one address per hour, for all requesters. Strangers can request five
   * kinds.
   */
  readonly mailsPerHourMax: number;
  /** Lifetime of a mailed link and its code in minutes. */
  readonly recoveryLinkMinutes: number;
  /** Wrong mailed codes for one address per day. Above the limit only links work. */
  readonly codeMissesPerDayMax: number;
  /**
   * Wrong mailed codes from one network per day, for all addresses. High enough for a classroom,
   * which shares one network.
   */
  readonly codeMissesOfNetworkMax: number;
  /** Wrong authenticator codes per user and window; also the limit for wrong recovery codes. */
  readonly secondFactorFailuresMax: number;
  readonly secondFactorWindowMs: number;
  /** Seconds in which a challenge must be answered, from the same IP address. */
  readonly challengeSeconds: number;
  readonly factorsPerUserMax: number;
  /** API keys that one user may create per hour. Each key writes a message and an audit entry. */
  readonly keysPerHourMax: number;
  /**
   * Concurrent argon2 runs (a quarter of the processors), and the length of the queue. Requests
   * above the queue's length are refused with 429.
   */
  readonly hashesAtOnceMax: number;
  readonly hashesWaitingMax: number;
  /** Changes by one administrator per minute, and messages from administrators to one user. */
  readonly administratorWritesPerMinuteMax: number;
  readonly administratorMessagesPerHourMax: number;
  /**
   * The administrator waiting period: hours before a new administrator, or one whose password,
   * e-mail address or two-factor authentication changed, can make decisions about money.
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
