/** Texts of /pool. */
import { countText } from "../../ui/amounts/count-text.ts";

export const poolTexts = {
  title: "Mining Pool",
  lead: "A real Stratum V1 pool: any miner can work here, and every share is checked. Its coins are test coins.",
  now: "Now",
  hashRate: "Hash rate",
  measured: "Measured",
  hashRateFoot: "accepted shares of the last hour",
  hashRateFootWithOwn: (rate: string) =>
    `accepted shares of the last hour, ${rate} of it from the platform's own miner, which is not paid`,
  workers: "Mining accounts",
  workersFoot: "with a share in the last five minutes; each account counts once",
  workersFootWith: (connections: string) =>
    `with a share in the last five minutes; each account counts once; ${countText(connections, "connection")}`,
  template: "Block template",
  templateFoot: "time since the pool last renewed its work",
  blocks: "Blocks found",
  blocksFoot: (orphaned: string, rejected: string) => `${orphaned} orphaned, ${rejected} rejected`,
  noShares: "No shares yet",
  notMonitored: "The pool is not running, so its figures have no source.",
  sold: "Sold and measured",
  soldSentence: (sold: string, measured: string, times: string) =>
    `Sold: ${sold} in contracts and rigs, modelled from reference values. Measured: ${measured}. For each measured TH/s, ${times} TH/s are sold.`,
  nothingSold: "Nothing is sold now: no contract or rig is running.",
  soldOnly: (sold: string) =>
    `Sold: ${sold} in contracts and rigs, modelled from reference values. No user's miner works here now, so all of it is modelled.`,
  connect: "Connect a miner",
  connectLead:
    "Copy this into your miner. Any password works. The user name is your mining name and a worker name.",
  client: "Miner",
  clients: { cpuminer: "cpuminer", bitaxe: "Bitaxe", other: "Other" },
  command: "Command",
  url: "URL",
  host: "Stratum host",
  port: "Stratum port",
  tlsPort: "Port under TLS",
  user: "User",
  password: "Password",
  copy: (what: string) => `Copy ${what}`,
  anyName: "your-mining-name",
  anyNameText: "Sign in to see your own mining name here.",
  gift: "Work under another user's name is paid to them.",
  here: "Only miners on the same machine can connect. To open the pool to others, ask the operator.",
  difficulty:
    "Use password x, or d=0.01 for a fixed difficulty. Otherwise the pool aims at 18 shares a minute.",
  notRunning: "The pool is not running, so there is nothing to connect to.",
  rule: "How a share becomes a block",
  ruleRegtest: (difficulty: string) =>
    `On this chain about two hashes find a block, so nearly every share would be a block. Instead, blocks come on a schedule: when one is due, the next accepted share of difficulty ${difficulty} or more becomes the block. If no user sends a share, the platform makes the block.`,
  ruleStill:
    "This installation makes no blocks on a schedule, so none is ever due. Shares are checked and counted but do not become blocks.",
  ruleSignet:
    "Signet blocks need a signature that the pool does not have. Shares are checked and counted but do not become blocks.",
  ruleTestnet: "A share that meets the network difficulty is a block. The pool submits it.",
  keptText: (shares: string, slots: string) =>
    `Single shares are kept for ${shares} days and ten-minute totals for ${slots} days. Daily totals are kept permanently.`,
  found: "Blocks",
  foundEmpty: "No block yet",
  firstDue: "The next sufficient share while a block is due becomes the first block.",
  firstByChance: "The first share that meets the network difficulty becomes the first block.",
  firstNever: "Shares do not become blocks here. The reason is given above.",
  height: "Height",
  at: "Found",
  by: "By",
  byHouse: "Platform",
  byMiner: "A miner",
  share: "Share difficulty",
  reward: "Reward",
  state: "State",
  hash: "Hash",
  states: {
    found: "Found",
    accepted: "Accepted",
    matured: "Matured",
    orphaned: "Orphaned",
    rejected: "Rejected",
  },
  older: "Show older blocks",
  oldest: "End of list.",
} as const;
