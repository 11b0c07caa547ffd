/** Texts of the wallet page. The requirement fixes the titles and texts of the notices. */
export const walletTexts = {
  title: "Wallet",
  lead: "What you own here, what is on its way, and what is set aside.",
  integrated: "Integrated wallet",
  balances: "Balances",
  available: "Available",
  pending: "Pending",
  reserved: "Reserved",
  doors: "Wallet actions",
  deposit: "Deposit",
  withdraw: "Withdraw",
  history: "History",
  phrase: "Backup Phrase",
  phraseTitle: "Security Warning",
  phraseText:
    "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!",
  heldTitle: "Reserved for",
  heldNothing: "Nothing is reserved now.",
  heldSum: "Reserved in total",
  heldReasons: {
    withdrawal_hold: "Withdrawals in progress",
    earn_principal_hold: "Stakes and investments",
  } as Readonly<Record<string, string>>,
  wordsTitle: "What the words mean",
  words: [
    ["Available", "Yours to spend, stake or withdraw now."],
    ["Pending", "On its way to you. It counts once six blocks stand on it."],
    [
      "Reserved",
      "Yours, but set aside for something that is not finished. It leaves or comes back with it.",
    ],
  ],
  latest: "Latest movements",
  all: "Full history",
  emptyTitle: "Nothing has moved yet",
  emptyText: "Deposits, purchases, payouts and withdrawals appear here, each with its cause.",
  emptyAction: "Get test coins",
  providers: [
    {
      name: "WalletConnect",
      description: "A mobile wallet, over the wallet-connection protocol, by scanning a code.",
      way: "walletconnect",
    },
    {
      name: "Browser wallet",
      description: "A Bitcoin wallet extension in this browser, on a test network.",
      way: "browser",
    },
    {
      name: "Ledger",
      description: "A hardware wallet at the USB port. Keys never leave it.",
      way: "ledger",
    },
  ],
} as const;
