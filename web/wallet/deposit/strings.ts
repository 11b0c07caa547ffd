/** Texts of the deposit page. Titles and texts of the notices are fixed by the requirement. */
export const depositTexts = {
  title: "Deposit",
  lead: (required: number) =>
    `A fresh address of this installation's own wallet. Credited after ${required} confirmations.`,
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
    `Anything else sent here cannot arrive. Real addresses of the main network start with bc1; this one starts with ${prefix}1.`,
  faucet: "Get test coins from the faucet",
  faucetBusy: "Sending coins...",
  faucetSentTitle: "Test Coins Sent",
  faucetSentText: (amount: string) => `${amount} BTC are on the way to your address.`,
  faucetLimit: "a day from the faucet, still free today",
  faucetUsed: (when: string) => `Today's allowance is used. It is full again ${when}.`,
  incoming: "Incoming",
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
