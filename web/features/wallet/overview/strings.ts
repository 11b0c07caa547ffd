/** Texts of the wallet page. The requirement fixes the titles and texts of the notices. */
export const walletTexts = {
  title: "Wallet",
  lead: "Your available, pending and reserved coins.",
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
  wordsTitle: "Kinds of balance",
  words: [
    ["Available", "Yours to spend, stake or withdraw now, with mining earnings up to this minute."],
    ["Pending", "Coins on their way to you. They become available after six confirmations."],
    [
      "Reserved",
      "Yours, but held for a withdrawal, a stake or an investment that is not finished.",
    ],
  ],
  latest: "Latest movements",
  all: "Full history",
  emptyTitle: "No movements yet",
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
