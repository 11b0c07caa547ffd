export const mailboxTexts = {
  title: "Mailbox",
  lead: "Messages that this installation would send by e-mail or SMS. No mail server is connected, so they appear here.",
  leadSent:
    "Copies of the messages that were sent to you. Codes and links are only in the originals.",
  messages: "Messages",
  unread: "unread",
  unreadCount: (count: number) => `${count} unread`,
  emptyTitle: "No messages yet",
  emptyText:
    "Security codes and notices of deposits and withdrawals appear here as soon as they are sent.",
  pick: "Choose a message to read it.",
  channels: { email: "E-mail", sms: "SMS" },
  foot: (sentAt: string, to: string) => `Sent ${sentAt}. To ${to}`,
  delivery: {
    waiting: "On its way.",
    sent: "Sent from this installation.",
    limited:
      "Not sent because of the hourly or daily limit. If you need its code or link, request a new one later.",
    failed: "Not sent: it could not be delivered. If you need its code or link, request a new one.",
    unwanted: "Not sent because you switched these messages off.",
  },
  back: "All messages",
  veiled:
    "Codes and links are shown for ten minutes after a login or identity check. This protects your account if someone uses your open session.",
  unveil: "Show Message",
  copyCode: "Copy code",
  older: "Older messages",
} as const;
