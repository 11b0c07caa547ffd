/** UI strings for the activity list behind the bell. */
export const activityTexts = {
  title: "Activity",
  notices: "Notices of this session",
  noNotices: "No notices yet. Notices that appear at the edge of the page stay listed here.",
  problem: "Problem",
  messages: "Newest messages",
  noMessages: "No messages yet.",
  allMessages: "Mailbox",
  unread: "unread",
  moreMessages: (count: number) =>
    count === 1 ? "One more message arrived." : `${count} more messages arrived.`,
  openForex: "Open Forex",
  movements: "Newest movements",
  noMovements: "No movements yet.",
  allMovements: "History",
} as const;
