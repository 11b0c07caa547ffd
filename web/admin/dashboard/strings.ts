/** UI strings for the dashboard's health, queues and charts. */
export const healthTexts = {
  chats: "Chats with unread messages",
  nodeTitle: "Bitcoin node",
  node: "Height",
  peers: "Peers",
  agent: "Program",
  watcher: "Chain watcher",
  tipAge: "Newest block read",
  books: "Node wallet and books",
  compared: "Last comparison",
  notWithoutNode: "paused while the node is not responding",
  databaseTitle: "Database and machine",
  database: "Database",
  size: "Size",
  connections: "Connections",
  connectionsOf: (used: string, max: string) => `${used} of ${max}`,
  skew: "Clock offset from the database",
  disk: "Disk free",
  diskOf: (free: string, total: string) => `${free} of ${total}`,
  lag: "Longest event loop delay, last minute",
  running: "Running since",
  workersTitle: "Background jobs",
  worker: "Job",
  lastRound: "Last round",
  workerState: "State",
  noRound: "no round yet",
  fine: "running",
  failing: (times: string) => `failed ${times} times in a row`,
  late: "late",
  milliseconds: (count: string) => `${count} ms`,
} as const;

export const deskTexts = {
  title: "Forex desk",
  source: "Prices",
  sources: { practice: "Practice market", oanda: "OANDA practice" },
  age: "Latest price",
  ago: (age: string) => `${age} ago`,
  noPrice: "none",
  closed: "market closed",
  result: "Platform result, closed trades",
  openResult: "Platform result, open positions",
  positions: "Open positions",
  stopOuts: "Stop-outs",
  stopOutCounts: (day: string, week: string) => `${day} in 24 h, ${week} in 7 days`,
  exposure: "Platform exposure at mid price",
  instrument: "Instrument",
  units: "Units",
  value: "Value, USD",
} as const;

export const payPausedTexts = {
  title: "Pay is paused",
  lead: "The clock may be wrong, and pay cannot be reversed. So mining pay and maturing positions wait until you resume pay. Until then users cannot buy, sell or switch mining. The Forex desk continues by elapsed time. Check the machine's clock first.",
  since: "Since",
  submit: "Resume pay",
  busy: "Resuming...",
  what: "Everything due by the machine's current clock is paid at once. The Forex desk catches up as after an outage. If the desk is ahead of the clock, it waits for the clock.",
  reason: "Reason",
  hint: "Stored permanently in the audit log.",
  needReason: "Enter a short reason.",
  done: "Pay resumed",
  doneText: "All pay that became due is being paid.",
} as const;

export const trendTexts = {
  title: "Last 30 days",
  foot: "Days are in UTC, and the last bar is today so far. Balances are the users' coins at the end of each day. Withdrawals are coins sent on the chain.",
  charts: {
    newUsers: "New users",
    balanceSats: "Balances, BTC",
    paidMiners: "Paid miners",
    depositedSats: "Deposited, BTC",
    withdrawnSats: "Withdrawn, BTC",
  },
  day: "Day",
  table: "Table of the days",
  today: "today",
  summary: (label: string, from: string, most: string, today: string) =>
    `${label} per day since ${from}. The maximum is ${most}, and today has ${today}.`,
} as const;

export const poolTexts = {
  title: "Mining pool",
  more: "Pool page",
  miners: "Hash rate of miners, 1 h",
  house: "Hash rate of the platform's rig, 1 h",
  noShares: "No shares yet",
  workers: "Workers, 5 min",
  connections: "Connections",
  template: "Age of the block template",
  noTemplate: "None",
  blocks: "Blocks",
  blockCounts: (found: string, orphaned: string, rejected: string) =>
    `${found} found, ${orphaned} orphaned, ${rejected} rejected`,
} as const;

export const sparkTexts = {
  users: "Current users by sign-up day",
  miners: "Users paid for mining",
  signUps: "New users",
  summary: (label: string, values: readonly number[]) =>
    `${label}, last ${values.length} days: ${values.join(", ")}.`,
} as const;

export const booksTexts = {
  label: "Books",
  whole: "The books add up",
  apart: "The books do not add up",
  unknown: "The books have not been compared yet",
  agree: (height: string) => `The wallet and the books agree to the satoshi, block ${height}`,
  apartText: "Withdrawals wait until wallet and books agree again.",
  notYet: "No block has been read yet.",
  wallet: "Node wallet",
  booked: "Coins in the books",
  difference: "Difference",
} as const;

export const approvalTexts = {
  title: "Withdrawals waiting for approval",
  all: "All withdrawals",
} as const;

export const underWayTexts = {
  nothing: "Nothing else is in progress",
  nothingText: "No payments, adjustments, tickets, chats or messages are waiting.",
} as const;

export const runningTexts = {
  writable: (free: string | null) => (free === null ? "writable" : `writable, ${free} free`),
  block: (height: string, age: string | null) =>
    age === null ? `block ${height}` : `block ${height}, read ${age} ago`,
  positions: (count: string, age: string) => `${count} open; price: ${age}`,
  allRun: (count: string) => `all ${count} running`,
  someFail: (bad: string, count: string) => `${bad} of ${count} late or failing`,
  trends: (signUps: string, days: number) => `${signUps} new users in ${days} days`,
} as const;
