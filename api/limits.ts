/**
 * Limits and defaults that the browser shows and the server enforces. This file imports no schema
 * library, because the browser loads it and should not load the library.
 */
export { streamLimits, anonymousLimits } from "./shell-limits.ts";
export { alertLimits, forexLimits, forexReplayLimits, journalLimits } from "./forex-limits.ts";

export const pageLimits = { default: 50, max: 100 } as const;

export const withdrawalLimits = {
  confirmationsRequired: 6,
  codeDigits: 6,
  codeMinutes: 10,
} as const;

/** Miner's fee rate in sat/vB. */
export const feeRateLimits = { min: 1, max: 500 } as const;

/** Session lifetimes, and the maximum number of open sessions per user. */
export const sessionLimits = {
  unusedDays: 30,
  longestDays: 90,
  administratorUnusedHours: 12,
  administratorLongestDays: 7,
  openMax: 20,
} as const;

/**
 * New accounts per network (IPv4 address or IPv6 /64). The limit is high enough for a classroom
 * whose users share one network.
 */
export const signUpLimits = { perNetworkAndHour: 600 } as const;

export const boostLimits = { min: 1, max: 3, step: 0.1, hours: 24 } as const;

/** Maximum number of open investments and stakes per user. */
export const earnLimits = { openMax: 200 } as const;

/** Number of rigs per order. */
export const orderLimits = { min: 1, max: 10 } as const;

/** Ranges of the profitability calculator's inputs, and the horizon of its projection. */
export const calculatorLimits = {
  hashRateThs: { min: 10, max: 1000, step: 10, default: 100 },
  powerKwDefault: 3,
  usdPerKwhDefault: 0.1,
  horizonDays: 1825,
} as const;

/** Length of a mining period in the time machine, in days. */
export const replayLimits = { daysMin: 30, daysMax: 1_825 } as const;

/** Staking terms on offer, with the yearly interest of each term on a new installation. */
export const stakingTerms = [
  { days: 30, apyPercent: 35 },
  { days: 90, apyPercent: 50 },
  { days: 180, apyPercent: 75 },
] as const;

/** Limits of profile fields. The form and the server validate with the same patterns. */
export const profileLimits = {
  nameMax: 120,
  /**
   * Matches a name with at least one visible character and without control characters, line breaks
   * or direction overrides.
   */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,120}$/u,
  miningNamePattern: /^[a-z0-9][a-z0-9_-]{2,31}$/,
  /** Separators allowed between the digits of a phone number. */
  phoneFiller: /[\s().-]/g,
  /**
   * Matches the 0 in "+49 (0)151", which is only dialled inside the country. An SMS to a number
   * that includes this 0 does not arrive.
   */
  phoneTrunkZero: /\(\s*0/,
  /** E.164: at most 15 digits including the country code, which never starts with 0. */
  phonePattern: /^\+?[1-9]\d{6,14}$/,
} as const;

export const supportLimits = {
  subjectMax: 120,
  messageMax: 5000,
  /** New tickets per user and hour. */
  ticketsPerHourMax: 5,
  /** Messages of both sides in one ticket. At the limit, the user has to open a new ticket. */
  messagesPerTicketMax: 200,
  /** Number of newest messages per ticket in a list of tickets. */
  messagesInList: 10,
  /** Number of messages per page of one ticket. */
  messagesPerPage: 50,
} as const;

export const chatLimits = {
  textMax: 2000,
  /** Messages per minute of one user or visitor. */
  messagesPerMinuteMax: 20,
  /** Messages per minute of all visitors from one IP address together. */
  visitorMessagesPerMinuteMax: 60,
  /** Messages of one user in 24 hours, including the user's tickets. */
  messagesPerDayMax: 400,
  /** Messages in 24 hours of all visitors from one IP address together. */
  visitorMessagesPerDayMax: 2000,
  /**
   * New conversations per hour for all visitors from one IP address together. The limit is high
   * enough for a classroom whose users share one address.
   */
  visitorChatsPerHourMax: 60,
  /** Hours from a visitor's last message until the visitor's token expires. */
  visitorHours: 24,
  /** Days from the last message of a visitor's conversation until the conversation is deleted. */
  visitorChatDays: 30,
  /** Minutes after which a signed-in user is notified of an unread reply. */
  notifyAfterMinutes: 10,
  typingSeconds: 6,
  /** Matches a visible character: no space, zero-width mark or blank letter. */
  visiblePattern: /[^\s\p{Cc}\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u,
  pageMax: 50,
} as const;

/**
 * Maximum age of the identity check required to change a password, an e-mail address or two-factor
 * authentication.
 */
export const stepUpLimits = { minutes: 10 } as const;

/**
 * Hours for which withdrawals are locked after a change of password, e-mail address or two-factor
 * authentication.
 */
export const lockLimits = { withdrawalHours: 24 } as const;

export const passwordLimits = { min: 8, max: 256 } as const;

/** Seconds between two refreshes of the estimated daily BTC on the dashboard. */
export const estimateRefreshSeconds = 5;

/** Milliseconds per step of the labelled demo on /track-transaction/demo-tx. */
export const demoStepMs = 3000;

/** Days after which a proposed balance correction expires if it has not been approved. */
export const adjustmentLimits = { days: 7 } as const;

/** Limits of administrators' input, and the periods that their figures cover. */
export const adminLimits = {
  newUsersDays: 7,
  trendDays: 30,
  searchCharacters: 120,
  nameCharacters: 120,
  emailCharacters: 255,
  reasonCharacters: { min: 3, max: 500 },
  /** Length of the source that an administrator names for a reference value or rate. */
  sourceCharacters: { min: 3, max: 200 },
  numberCharacters: 40,
  message: { subjectCharacters: 120, textCharacters: 4000 },
  /** Audit log entries verified per request. */
  auditCheckEntries: 10_000,
  /** Entries of the audit log's hash chain per request. */
  auditLinks: 250,
  /** Maximum number of users that a search of the audit log by user may match. */
  auditPeople: 100,
} as const;

/** Limits of the banner at the top of every page. */
export const bannerLimits = { textCharacters: 240, daysMax: 90 } as const;

export const keyLimits = {
  scopes: ["read", "trade", "withdraw-to-verified"],
  keysMax: 10,
  networksMax: 10,
  /** The same pattern as for address labels. */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,40}$/u,
  nameMax: 40,
} as const;

export const connectionLimits = {
  challengeMinutes: 5,
  /** Maximum number of open challenges per user. */
  challengesMax: 10,
  addressesMax: 20,
  signatureCharactersMax: 4_000,
  nameMax: 40,
  /**
   * The same pattern as for user names: at least one visible character and no direction overrides.
   */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,40}$/u,
} as const;

/** Maximum number of transactions that a user can follow. */
export const watchListLimits = { followedMax: 20, txidCharactersMax: 80 } as const;
