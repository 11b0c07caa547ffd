/** Texts of /admin/security. */
export const securityTexts = {
  title: "Security",
  lead: "What was refused, guessed, limited and looked at in the last 24 hours.",
  still: "What happens meanwhile is counted all the same.",
  byKind: "By kind",
  byKindFoot: (days: number) =>
    `Counted by minute and network, kept for ${days} days. No token, code, password or address of a person is in it. The log and /metrics have the same events.`,
  kind: "Kind",
  count: "Times",
  what: "What",
  done: "What was done",
  further: (count: number) => (count === 1 ? "and 1 other" : `and ${count} others`),
  byNetwork: "By network",
  byNetworkFoot: "An address of IPv4, or the /64 that one customer has of IPv6.",
  others: "many others",
  othersTitle: "In a minute with very many networks the later ones share a row.",
  network: "Network",
  last: "Last",
  furtherNetworks: (count: string) => `${count} more networks, with fewer events, are not shown.`,
  emptyTitle: "Nothing happened",
  emptyText: "The first wrong password, refused token or look at a person appears here.",
  kinds: {
    wrong_secret: {
      name: "Wrong password, code or link",
      done: "Not let in. The account waits longer with each and stops at 100; a code dies after five.",
    },
    wrong_enrolment: {
      name: "Wrong code while setting up a factor",
      done: "The factor was not switched on. It is not counted as a failed login.",
    },
    token_refused: {
      name: "Token refused",
      done: "Nothing was shown. Of a refresh token that was used before, the session ended and its owner was told.",
    },
    refused: { name: "Refused by a rule", done: "Nothing was shown, nothing was changed." },
    limit_hit: {
      name: "Limit reached",
      done: "Answered 429 until the limit's time is over, that network or person alone.",
    },
    new_place: { name: "Sign-in from a new place", done: "Its owner was told by message." },
    administrator_look: {
      name: "Page view by an administrator",
      done: "Looks at one person are in the audit log, with who looked.",
    },
    administrator_change: {
      name: "Change by an administrator",
      done: "Each is in the audit log with its reason.",
    },
  },
} as const;
