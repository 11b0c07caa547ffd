/** UI strings for /admin/pool. */
import { countText } from "../../ui/amounts/count-text.ts";
import { adminLimits } from "../../../api/limits.ts";

export const adminPoolTexts = {
  title: "Pool",
  lead: "Running pools, and connections to this server's pool.",
  still: "Miners are not affected.",
  page: "Pool page",
  running: "Running pools",
  runningFoot: (journal: string) =>
    `Each pool reported in the last 30 seconds. This server's disk holds ${journal} of accepted shares that are not in the database yet.`,
  place: "Address",
  started: "Running since",
  connections: "Connections",
  template: "Block template",
  noTemplate: "none",
  height: (height: string) => `block ${height},`,
  lastShare: "Last share",
  noShare: "none yet",
  connected: "Connections by address",
  connectedFoot:
    "Shares and rejects cover about the last minute. The pool does not store addresses, and the audit log stores only the network.",
  further: (count: string) =>
    `Not shown: ${countText(count, "less active address", "less active addresses")}.`,
  address: "Address",
  names: "Mining names",
  houseRig: "the platform's rig",
  furtherNames: (count: string) => `and ${count} more`,
  noNames: "none yet",
  shares: "Shares a minute",
  rejects: "Rejected a minute",
  since: "Since",
  end: "End",
  endLabel: (address: string) => `End connections of ${address}`,
  actions: "Actions",
  emptyTitle: "No connections",
  emptyText: "Each address from which miners connect appears here with its shares.",
} as const;

export const endTexts = {
  title: "End connections",
  question: (connections: string, address: string) =>
    `${countText(connections, "connection")} of ${address} will be ended.`,
  meaning:
    "Nothing is blocked: miners reconnect automatically, and accepted shares are still paid. Many people can share one address.",
  submit: "End connections",
  busy: "Ending...",
  reason: "Reason",
  hint: "Stored permanently in the audit log. Do not enter personal data.",
  needReason: `Enter a reason of at least ${adminLimits.reasonCharacters.min} characters.`,
  done: "Connections ended",
  doneText: "The audit log records who did it and why.",
} as const;
