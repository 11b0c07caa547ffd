/** Texts of the practice mailbox. */
export const mailboxTexts = {
  title: "Mailbox",
  lead: "What this floor would send by e-mail and SMS lands here, while no mail server is connected.",
  letters: "Letters",
  unread: "unread",
  emptyTitle: "No letters yet",
  emptyText: "Security codes, deposit and withdrawal notices appear here the moment they are sent.",
  pick: "Choose a letter to read it.",
  channels: { email: "E-mail", sms: "SMS" },
  to: "To",
  sent: "Sent",
  back: "All letters",
  copyCode: "Copy code",
  gone: "This letter is not on the first page of the mailbox.",
  older: "Older letters",
  loadingOlder: "Loading...",
} as const;
