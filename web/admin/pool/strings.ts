/** Texts of /admin/pool. */
import { adminLimits } from "../../../api/limits.ts";

export const adminPoolTexts = {
  title: "Pool",
  lead: "Which pools run, and who is connected to the one of this server.",
  still: "Miners notice nothing of it.",
  page: "Pool page",
  running: "Pools that run",
  runningFoot: (journal: string) =>
    `Each said so in the last 30 seconds. ${journal} of acknowledged shares are on this server's disk and not yet in the database.`,
  place: "Listens at",
  started: "Runs since",
  connections: "Connections",
  template: "Block template",
  noTemplate: "none",
  height: (height: string) => `block ${height},`,
  lastShare: "Last share",
  noShare: "none yet",
  connected: "Connections by address",
  connectedFoot:
    "Shares and rejects are those of the last minute, about. The pool keeps no addresses, and the audit log has the network only.",
  further: (count: string) => `${count} more addresses, with less to do, are not shown.`,
  address: "Address",
  names: "Mining names",
  houseRig: "the house's rig",
  furtherNames: (count: string) => `and ${count} more`,
  noNames: "none yet",
  shares: "Shares a minute",
  rejects: "Rejected a minute",
  since: "Since",
  end: "End",
  endLabel: (address: string) => `End connections of ${address}`,
  actions: "Actions",
  emptyTitle: "Nobody is connected",
  emptyText: "Each address that a miner connects from appears here, with what it sends.",
} as const;

export const endTexts = {
  title: "End connections",
  question: (connections: string, address: string) =>
    `${connections === "1" ? "The connection" : `All ${connections} connections`} of ${address} will be cut.`,
  meaning:
    "Nothing is blocked: a miner connects again by itself, and shares that were acknowledged count. Behind one address there can be many people.",
  submit: "End connections",
  busy: "Ending...",
  reason: "Reason",
  hint: "Stored permanently in the audit log. Do not enter personal data.",
  needReason: `Say why, in at least ${adminLimits.reasonCharacters.min} characters.`,
  done: "Connections ended",
  doneText: "The audit log keeps who did it and why.",
} as const;
