/** Texts of the practice mailbox. */
export const mailboxTexts = {
  title: "Mailbox",
  lead: "What this installation would send by e-mail and SMS lands here, while no mail server is connected.",
  leadSent:
    "A copy of what this installation sends you. Codes and links stand only in what was sent.",
  messages: "Messages",
  unread: "unread",
  emptyTitle: "No messages yet",
  emptyText: "Security codes, deposit and withdrawal notices appear here the moment they are sent.",
  pick: "Choose a message to read it.",
  channels: { email: "E-mail", sms: "SMS" },
  to: "To",
  sent: "Sent",
  delivery: {
    waiting: "On its way.",
    sent: "It has left this installation.",
    limited:
      "Not sent: too many in an hour or a day. If it had a code or a link, ask for another later.",
    failed: "Not sent: it could not be delivered. If it had a code or a link, ask for another.",
    unwanted: "Stopped on its way: you switched these messages off.",
  },
  back: "All messages",
  veiled:
    "Codes and links are shown for ten minutes after a login or another proof that it is you: an open session that somebody finds, or a stolen one, must not take your account over.",
  unveil: "Show It",
  copyCode: "Copy code",
  older: "Older messages",
} as const;
