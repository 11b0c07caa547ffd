/**
 * Limits and defaults that the browser shows and the server enforces. No schema library here: the
 * browser loads this.
 */
export { streamLimits, anonymousLimits } from "./shell-limits.ts";

export const pageLimits = { default: 50, max: 100 } as const;

export const withdrawalLimits = {
  confirmationsRequired: 6,
  codeDigits: 6,
  codeMinutes: 10,
} as const;

/** Of a miner, in satoshis for each virtual byte. */
export const feeRateLimits = { min: 1, max: 500 } as const;

/** When a session ends by itself, and how many a person has. */
export const sessionLimits = {
  unusedDays: 30,
  longestDays: 90,
  administratorUnusedHours: 12,
  administratorLongestDays: 7,
  openMax: 20,
} as const;

/** Accounts that are opened from one network (IPv4 address, IPv6 /64): a class room shares one. */
export const signUpLimits = { perNetworkAndHour: 600 } as const;

export const boostLimits = { min: 1, max: 3, step: 0.1, hours: 24 } as const;

/** Investments and stakes of one person at a time. */
export const earnLimits = { openMax: 200 } as const;

/** Machines per order. */
export const orderLimits = { min: 1, max: 10 } as const;

/** A user's price of electricity, USD per kWh: above 0, at most `max`. */
export const calculatorLimits = {
  hashRateThs: { min: 10, max: 1000, step: 10, default: 100 },
  powerKwDefault: 3,
  usdPerKwhDefault: 0.1,
  horizonDays: 1825,
} as const;

/** Days of a stretch that is replayed. */
export const replayLimits = { daysMin: 30, daysMax: 1_825 } as const;

/** Terms of staking that are sold, with the yearly interest of each that was posted first. */
export const stakingTerms = [
  { days: 30, apyPercent: 35 },
  { days: 90, apyPercent: 50 },
  { days: 180, apyPercent: 75 },
] as const;

/** What a profile may hold; the form and the server test with the same patterns. */
export const profileLimits = {
  nameMax: 120,
  /** No control characters, line breaks or direction overrides; not only spaces. */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,120}$/u,
  miningNamePattern: /^[a-z0-9][a-z0-9_-]{2,31}$/,
  /** What people put between the digits of a phone number. */
  phoneFiller: /[\s().-]/g,
  /** The 0 of "+49 (0)151", which is dialled only inside a country: with it no SMS arrives. */
  phoneTrunkZero: /\(\s*0/,
  /** E.164: the country code, which never begins with 0, and up to 15 digits in all. */
  phonePattern: /^\+?[1-9]\d{6,14}$/,
} as const;

export const supportLimits = {
  subjectMax: 120,
  messageMax: 5000,
  /** New tickets per user and hour. */
  ticketsPerHourMax: 5,
  /** Messages of both sides in one ticket, after which its user files a new one. */
  messagesPerTicketMax: 200,
  /** The newest ones that a list of tickets carries, and that one page of a ticket does. */
  messagesInList: 10,
  messagesPerPage: 50,
} as const;

export const chatLimits = {
  textMax: 2000,
  /** Messages of one user or visitor in a minute, and of all visitors of one address. */
  messagesPerMinuteMax: 20,
  visitorMessagesPerMinuteMax: 60,
  /** Messages of one person in 24 hours, in tickets too, and of all visitors of one address. */
  messagesPerDayMax: 400,
  visitorMessagesPerDayMax: 2000,
  /** Conversations that visitors of one address may begin in an hour: a class room shares one. */
  visitorChatsPerHourMax: 60,
  /** A visitor's token stops working this long after the last message. */
  visitorHours: 24,
  /** A visitor's conversation is deleted this long after its last message. */
  visitorChatDays: 30,
  /** An answer that a signed-in user has not read this long after is told by message. */
  notifyAfterMinutes: 10,
  typingSeconds: 6,
  /** Something that can be seen: not spaces alone, nor marks without width or blank letters. */
  visiblePattern: /[^\s\p{Cc}\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u,
  pageMax: 50,
} as const;

/** A change of what protects the account needs a proof of the person that is younger than this. */
export const stepUpLimits = { minutes: 10 } as const;

/** Hours without withdrawals after a change of password, e-mail address or second factor. */
export const lockLimits = { withdrawalHours: 24 } as const;

export const passwordLimits = { min: 8, max: 256 } as const;

/** Seconds between two refreshes of the estimated daily BTC on the dashboard. */
export const estimateRefreshSeconds = 5;

/** Milliseconds per step of the labelled demo on /track-transaction/demo-tx. */
export const demoStepMs = 3000;

/** A proposed correction of a balance that nobody approves lapses. */
export const adjustmentLimits = { days: 7 } as const;

/** What administrators may write, and of which days "new users" are counted. */
export const adminLimits = {
  newUsersDays: 7,
  trendDays: 30,
  searchCharacters: 120,
  nameCharacters: 120,
  emailCharacters: 255,
  reasonCharacters: { min: 3, max: 500 },
  /** Where a reference value or a rate comes from. */
  sourceCharacters: { min: 3, max: 200 },
  numberCharacters: 40,
  message: { subjectCharacters: 120, textCharacters: 4000 },
  /** Of the trail, recomputed in one request. */
  auditCheckEntries: 10_000,
  /** Of those who fit a search of the trail by person: so many are looked for. */
  auditPeople: 100,
} as const;

/** Charts and frames of the Forex desk. */
export const forexLimits = {
  /** Of an uploaded file of prices: 50,000 lines of 64 characters. */
  priceFileCharactersMax: 3_200_000,
  candlesMax: 5_000,
  candlesDefault: 500,
  granularities: [
    ...(["S5", "S10", "S15", "S30", "M1", "M2", "M5", "M10", "M15", "M30"] as const),
    ...(["H1", "H2", "H4", "H8", "H12", "D"] as const),
  ],
} as const;

/** The announcement at the top of every page. */
export const bannerLimits = { textCharacters: 240, daysMax: 90 } as const;

/** Of keys for programs. */
export const keyLimits = {
  scopes: ["read", "trade", "withdraw-to-verified"],
  keysMax: 10,
  networksMax: 10,
  /** As names of addresses. */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,40}$/u,
  nameMax: 40,
} as const;

/** Addresses that people proved to be theirs. */
export const connectionLimits = {
  challengeMinutes: 5,
  /** Open challenges of one person. */
  challengesMax: 10,
  addressesMax: 20,
  signatureCharactersMax: 4_000,
  nameMax: 40,
  /** As names of people: something to see, and nothing that changes the text around it. */
  namePattern: /^(?=.*\S)[^\p{Cc}\u2028-\u202E\u2066-\u2069]{1,40}$/u,
} as const;

/** Transactions that somebody follows. */
export const watchListLimits = { followedMax: 20, txidCharactersMax: 80 } as const;
