/** UI strings for /admin/security. */
import { countText } from "../../ui/amounts/count-text.ts";

export const securityTexts = {
  title: "Security",
  lead: "Refused requests, wrong passwords, reached limits and page views in the last 24 hours.",
  still: "Events are still being counted.",
  byKind: "By kind",
  byKindFoot: (days: number) =>
    `Counted by minute and network, and kept for ${days} days, without tokens, codes, passwords or e-mail addresses. The log and /metrics show the same events.`,
  kind: "Kind",
  count: "Count",
  what: "Details",
  done: "Result",
  further: (count: number) => `and ${countText(count, "other")}`,
  byNetwork: "By network",
  byNetworkFoot: "A network is one IPv4 address or one IPv6 /64 prefix.",
  others: "many others",
  othersTitle: "If very many networks appear in one minute, the later ones share a row.",
  network: "Network",
  last: "Last",
  furtherNetworks: (count: string) =>
    `Not shown: ${countText(count, "network")} with fewer events.`,
  emptyTitle: "No events",
  emptyText: "Wrong passwords, refused tokens and views of users appear here.",
  kinds: {
    wrong_secret: {
      name: "Wrong password, code or link",
      done: "Refused. Each failure makes the account wait longer, up to 100 failures. A code expires after five.",
    },
    wrong_enrolment: {
      name: "Wrong code while setting up a factor",
      done: "The factor was not turned on. This is not counted as a failed login.",
    },
    token_refused: {
      name: "Token refused",
      done: "Nothing was shown. If a refresh token was used twice, its session ended and its owner was notified.",
    },
    refused: { name: "Refused by a rule", done: "Nothing was shown or changed." },
    limit_hit: {
      name: "Limit reached",
      done: "Only this network or user got status 429 until the limit expired.",
    },
    new_place: {
      name: "Sign-in from a new place",
      done: "The owner of the account got a message.",
    },
    administrator_look: {
      name: "Page view by an administrator",
      done: "Views of a user are in the audit log with the administrator.",
    },
    administrator_change: {
      name: "Change by an administrator",
      done: "Each change is in the audit log with its reason.",
    },
  },
} as const;
