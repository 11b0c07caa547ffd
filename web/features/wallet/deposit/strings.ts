/** Texts of the deposit page. The requirement fixes the titles and texts of the notices. */
export const depositTexts = {
  title: "Deposit",
  lead: (required: number) =>
    `A new address, for you only. Credited after ${required} confirmations.`,
  addressTitle: "Your Bitcoin deposit address",
  addressLabel: "Address, native SegWit",
  copy: "Copy address",
  copiedTitle: "Copied to Clipboard",
  copiedText: "The Bitcoin deposit address has been copied.",
  renew: "New address",
  renewing: "Making one...",
  stay: "Earlier addresses stay valid.",
  qr: "QR code of the deposit address",
  onlyTest: (network: string) => `Only test coins of ${network}.`,
  warning: (prefix: string) =>
    `Anything else sent here is lost. Real addresses of the main network start with bc1; this one starts with ${prefix}1.`,
  faucet: "Get test coins from the faucet",
  faucetBusy: "Sending coins...",
  faucetSentTitle: "Test Coins Sent",
  faucetSentText: (amount: string) => `${amount} BTC are on the way to your address.`,
  faucetDaily: "a day from the faucet. You can still get",
  faucetToday: "today.",
  faucetNetwork: "All users of your network can still get",
  faucetUsed: (when: string) => `You have used today's allowance. It resets ${when}.`,
  pay: {
    link: "Open in a wallet app",
    open: "Pay from a wallet",
    title: "Pay from a wallet",
    phone: "A wallet on another device",
    scan: "Scan the code with the wallet, or paste its link there, and agree there.",
    code: "Code for the wallet to scan",
    copyLink: "Copy the link",
    choose: (network: string) =>
      `The wallet is asked for a payment to the address above, on ${network}, and asks you to confirm it.`,
    none: "No wallet that can pay from a page was found in this browser. Scan the code, choose Open in a wallet app, or copy the address.",
    amount: "Amount to pay",
    badAmount: "Enter the amount in BTC, more than 0.",
    waiting: (name: string) => `Answer in ${name}.`,
    busy: "Waiting...",
    refused: "You refused it in the wallet. Nothing was paid.",
    otherNetwork: (name: string, network: string) =>
      `${name} is on another network. Switch it to ${network}; nothing was asked to be paid.`,
    cannot: "it cannot pay from a page.",
    noTxid: (name: string) =>
      `${name} gave no id of a transaction. If it paid, the deposit appears under Incoming.`,
    failed: (name: string, why: string) => `${name} did not pay: ${why}`,
    sent: (name: string) =>
      `${name} says that it paid. It appears under Incoming once the node sees it.`,
    close: "Close",
    closedWhileAsked:
      "The wallet was asked already: what you confirm there is paid, and appears under Incoming.",
  },
  incoming: "Incoming",
  older: "Older deposits",
  emptyTitle: "No deposits yet",
  emptyText:
    "A payment to your address appears here as soon as the node sees it, block by block until it is credited.",
  inMempool: "in the mempool",
  confirmations: "confirmations",
  credited: "Credited",
  dropped: "Dropped",
  droppedText: "It left the mempool without a block and was never credited.",
  reversed: "Taken back",
  reversedText:
    "A reorganisation of the chain removed its block. A counter-entry took the credit back.",
  fromFaucet: "from the faucet",
  sendBack: "Send back",
  sendBackOf: (txid: string) => `Send back, deposit ${txid.slice(0, 8)}`,
  senderUnverified: (address: string) =>
    `It came from ${address}. Once that address is verified on the Wallet page it can be sent back.`,
  senderUnknown:
    "It names no single address that it came from, so it cannot be sent back with one press.",
} as const;
