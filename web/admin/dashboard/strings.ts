/** Texts of the dashboard's health, queues and charts. */
export const healthTexts = {
  chats: "Chats with unread messages",
  nodeTitle: "Bitcoin node",
  node: "Height",
  peers: "Peers",
  agent: "Program",
  watcher: "Chain watcher",
  tipAge: "Newest block read",
  books: "Node wallet against books",
  compared: "Last comparison",
  notWithoutNode: "not while the node does not answer",
  databaseTitle: "Database and machine",
  database: "Database",
  size: "Size",
  connections: "Connections",
  connectionsOf: (used: string, max: string) => `${used} of ${max}`,
  skew: "Clock against the database's",
  disk: "Disk free",
  diskOf: (free: string, total: string) => `${free} of ${total}`,
  lag: "Longest delay in the last minute",
  running: "Running since",
  workersTitle: "Background jobs",
  worker: "Job",
  lastRound: "Last round",
  workerState: "State",
  noRound: "no round yet",
  fine: "runs",
  failing: (times: string) => `fails, ${times} in a row`,
  late: "late",
  milliseconds: (count: string) => `${count} ms`,
} as const;

export const deskTexts = {
  title: "Forex desk",
  source: "Prices",
  sources: { practice: "Practice market", oanda: "OANDA practice" },
  age: "Latest price",
  ago: (age: string) => `${age} ago`,
  noPrice: "there is none",
  closed: "the market is closed",
  result: "House result, closed trades",
  openResult: "House result, open positions",
  positions: "Open positions",
  stopOuts: "Stop-outs",
  stopOutCounts: (day: string, week: string) => `${day} in 24 h, ${week} in 7 days`,
  exposure: "House exposure at mid",
  instrument: "Instrument",
  units: "Units",
  value: "Value, USD",
} as const;

export const payPausedTexts = {
  title: "Pay waits",
  lead: "Mining pay and positions that mature wait until you let them go on: pay that a wrong clock brought cannot be taken back. Nothing is bought, sold or switched meanwhile. The Forex desk goes on by the time that passed. Look at the clock of the machine first.",
  since: "Since",
  submit: "Let pay go on",
  busy: "Letting it go on...",
  what: "Everything that is due by the clock as it is now is paid at once, and the Forex desk is brought to it as after an outage; one that was ahead waits until the clock has come there.",
  reason: "Reason",
  hint: "Stored permanently in the audit log.",
  needReason: "Please say why, in a few words.",
  done: "Pay goes on",
  doneText: "What was due meanwhile is paid now.",
} as const;

export const trendTexts = {
  title: "Last 30 days",
  foot: "UTC days; the last bar is today until now. Balances are what users owned when the day ended; withdrawn is what left on the chain.",
  charts: {
    newUsers: "New users",
    balanceSats: "Balances, BTC",
    paidMiners: "Paid miners",
    depositedSats: "Deposited, BTC",
    withdrawnSats: "Withdrawn, BTC",
  },
  day: "Day",
  table: "The days as a table",
  today: "today",
  summary: (label: string, from: string, most: string, today: string) =>
    `${label} since ${from}: at most ${most} on a day, today ${today}.`,
} as const;

export const poolTexts = {
  title: "Mining pool",
  more: "Pool page",
  miners: "Hash rate of miners, 1 h",
  house: "Of the house's rig, 1 h",
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
  users: "Users of today who had signed up",
  miners: "Users paid for mining",
  signUps: "New users",
  summary: (label: string, values: readonly number[]) =>
    `${label}, the last ${values.length} days: ${values.join(", ")}.`,
} as const;

export const booksTexts = {
  label: "Books",
  whole: "The books add up",
  apart: "The books do not add up",
  unknown: "The books are not compared yet",
  agree: (height: string) => `Wallet, users and house agree to the satoshi, block ${height}`,
  apartText: "Withdrawals wait until wallet and books agree again.",
  notYet: "No block was read yet.",
  wallet: "Node wallet",
  booked: "Owed and held",
  difference: "Difference",
} as const;

export const approvalTexts = {
  title: "Withdrawals that wait for approval",
  all: "All withdrawals",
} as const;

export const underWayTexts = {
  nothing: "Nothing else is under way",
  nothingText: "No payment, correction, ticket, chat or message waits.",
} as const;

export const runningTexts = {
  writable: (free: string | null) => (free === null ? "writable" : `writable, ${free} free`),
  block: (height: string, age: string | null) =>
    age === null ? `block ${height}` : `block ${height}, read ${age} ago`,
  positions: (count: string, age: string) => `${count} open; price: ${age}`,
  allRun: (count: string) => `all ${count} run`,
  someFail: (bad: string, count: string) => `${bad} of ${count} late or failing`,
  trends: (signUps: string, days: number) => `${signUps} new users in ${days} days`,
} as const;
