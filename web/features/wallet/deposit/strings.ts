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
  renewing: "Creating...",
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
    scan: "Scan the code with the wallet, or paste the link there. Then confirm in the wallet.",
    code: "Code for the wallet to scan",
    copyLink: "Copy the link",
    choose: (network: string) =>
      `Your wallet will ask you to confirm a payment to the address above, on ${network}.`,
    none: "This browser has no wallet that can pay from a page. Scan the code, choose Open in a wallet app, or copy the address.",
    amount: "Amount to pay",
    badAmount: "Enter an amount in BTC above 0.",
    waiting: (name: string) => `Confirm in ${name}.`,
    busy: "Waiting...",
    refused: "You rejected the payment in the wallet. Nothing was paid.",
    otherNetwork: (name: string, network: string) =>
      `${name} is on another network, so no payment was requested. Switch it to ${network} and try again.`,
    cannot: "it cannot pay from a page.",
    noTxid: (name: string) =>
      `${name} returned no transaction ID. If it paid, the deposit appears under Incoming.`,
    failed: (name: string, why: string) => `${name} did not pay: ${why}`,
    sent: (name: string) =>
      `${name} reports the payment as sent. It appears under Incoming once the node sees it.`,
    close: "Close",
    closedWhileAsked:
      "The wallet still shows the request. If you confirm it there, the payment appears under Incoming.",
  },
  incoming: "Incoming",
  older: "Older deposits",
  emptyTitle: "No deposits yet",
  emptyText:
    "A payment to your address appears here as soon as the node sees it, with its confirmations.",
  inMempool: "in the mempool",
  confirmations: "confirmations",
  credited: "Credited",
  dropped: "Dropped",
  droppedText: "It left the mempool without being mined and was never credited.",
  reversed: "Taken back",
  reversedText:
    "A chain reorganisation removed its block. The credit was reversed.",
  fromFaucet: "from the faucet",
  sendBack: "Send back",
  sendBackOf: (txid: string) => `Send back, deposit ${txid.slice(0, 8)}`,
  senderUnverified: (address: string) =>
    `Sent from ${address}. To send it back, verify that address on the Wallet page.`,
  senderUnknown:
    "It has no single sender address, so it cannot be sent back with one click.",
} as const;
