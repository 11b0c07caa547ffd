import { availableParallelism } from "node:os";
import { signUpLimits } from "#api/limits";

/**
 * Every figure that slows down guessing, flooding and stale trust. `openUsers` takes others than
 * the defaults below.
 */
export interface AuthLimits {
  /** Seconds that an access token lives. */
  readonly accessTokenSeconds: number;
  /** Milliseconds in which a refresh token that was just rotated still gets the live one. */
  readonly refreshReuseMs: number;
  /**
   * Milliseconds after which a cached caller is looked up again: the longest a revocation takes in
   * another process.
   */
  readonly callerRecheckMs: number;
  /** Milliseconds within which the last use of a session is known. */
  readonly lastUseMs: number;
  /** Failed passwords per account and window before the delays begin. */
  readonly passwordFailuresFree: number;
  readonly passwordFailureWindowMs: number;
  /**
   * Failed passwords since the last success after which only a known device or a recovery gets in.
   */
  readonly passwordFailuresMax: number;
  /** Failed passwords per IP address and window. */
  readonly ipFailuresMax: number;
  readonly ipFailureWindowMs: number;
  /** Refresh tokens of one network that are none, in a minute and process. */
  readonly refreshMissesPerMinuteMax: number;
  /** Refreshes of one session, and of all sessions of one network, in a minute and process. */
  readonly refreshesPerMinuteMax: number;
  readonly networkRefreshesPerMinuteMax: number;
  /** Sign-ups per IP address and hour: a class room shares one address. */
  readonly signUpsPerHourMax: number;
  /**
   * Changes of password or address that may be tried in one session in 15 minutes: each costs two
   * hashes.
   */
  readonly passwordChangesMax: number;
  /** Fresh proofs that may be tried in one session per `passwordFailureWindowMs`. */
  readonly proofsMax: number;
  /** Milliseconds between two requests for a mail of one kind to one address. */
  readonly mailPauseMs: number;
  /**
   * Mails of one kind to one address in an hour, whoever asks; five kinds can be asked for by
   * strangers.
   */
  readonly mailsPerHourMax: number;
  /** Minutes that a mailed link and its code live. */
  readonly recoveryLinkMinutes: number;
  /** Wrong mailed codes to one address in a day; after them only links work. */
  readonly codeMissesPerDayMax: number;
  /** Wrong mailed codes of one network in a day, whatever the address: a class room shares one. */
  readonly codeMissesOfNetworkMax: number;
  /**
   * Wrong codes of an authenticator, and wrong recovery codes, that one user may give in the
   * window.
   */
  readonly secondFactorFailuresMax: number;
  readonly secondFactorWindowMs: number;
  /** Seconds in which a challenge must be answered, from the address that asked for it. */
  readonly challengeSeconds: number;
  readonly factorsPerUserMax: number;
  /**
   * Keys for programs that one person may make in an hour: each is a message and an audit entry.
   */
  readonly keysPerHourMax: number;
  /** argon2 runs at once (a quarter of the processors), and waiting; beyond that: 429. */
  readonly hashesAtOnceMax: number;
  readonly hashesWaitingMax: number;
  /**
   * Changes that one administrator may make in a minute, and messages that administrators may write
   * to one person.
   */
  readonly administratorWritesPerMinuteMax: number;
  readonly administratorMessagesPerHourMax: number;
  /**
   * Hours until a new administrator, or one whose password, e-mail address or second factor
   * changed, decides over money.
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
