/** UI strings for the cold wallet on /admin/operations. */
import { authorityObstacles } from "../authority/strings.ts";

/** States of transfers between the operator's own wallets. */
export const transferStates = {
  chosen: "to be signed",
  signed: "to be sent",
  broadcast: "sent",
  in_mempool: "in the mempool",
  confirming: (confirmations: string) => `${confirmations} of 6`,
  completed: "done",
  conflicted: "replaced by another transaction",
  abandoned: "abandoned before it was signed",
} as const;

const reasonHint = "Stored permanently in the audit log.";

export const coldTexts = {
  title: "Cold wallet",
  settings: "Terms",
  still: "No coins are moved.",
  hot: "Hot, spendable by this machine",
  cold: "Cold",
  ceiling: "Ceiling",
  keep: "Kept hot after a move",
  states: {
    no_descriptor:
      "All coins are hot: anyone who takes over this machine can spend all of them. To use a cold wallet, two administrators set a descriptor of public keys.",
    off: "No coins move to the cold wallet, because the posted rate is 0.",
    paused: "No coins move to the cold wallet, because signing is paused.",
    no_rate: "No coins move, because the node reports no usable fee rate.",
    too_dear: (rate: string) => `Coins move once the fee rate is ${rate} sat/vB or less.`,
    below_ceiling:
      "No coins move: without the coins for waiting withdrawals, the hot wallet is below the ceiling.",
    under_way: "A transaction of the platform is in progress. Only one runs at a time.",
    ready: "Above the ceiling. Coins move within a minute if the treasury can spare the fee.",
  },
  foot: "The cold wallet's keys are never on this machine. The platform pays the miner's fee both ways and books it separately.",
  obstacles: {
    own_proposal: "Another administrator must decide about your proposal.",
    ...authorityObstacles,
  },
} as const;

export const descriptorTexts = {
  title: "Descriptor",
  add: "Propose a descriptor",
  caption: "Descriptors of the cold wallet",
  descriptor: "Descriptor",
  signers: "Signatures",
  signersOf: (threshold: number, keys: number) => `${threshold} of ${keys}`,
  first: "First address",
  coins: "Coins",
  amount: "Amount",
  state: "State",
  current: "current",
  earlier: "earlier",
  proposed: (by: string) => `proposed by ${by}`,
  actions: "Actions",
  of: "descriptor",
  dialog: "Propose a descriptor",
  text: "Public keys of at least two people whose devices hold the private keys. Never paste a private key or recovery words.",
  field: "Descriptor with its checksum",
  hint: "wsh(sortedmulti(2,KEY,KEY,KEY)) or wpkh(KEY); each KEY is [fingerprint/84h/1h/0h]tpub.../0/*",
  reason: "Reason",
  reasonHint,
  needReason: "Enter a reason of at least 3 characters.",
  needText: "Paste the descriptor.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "Another administrator must set the descriptor.",
} as const;

export const setTexts = {
  title: "Set the descriptor",
  submit: "Set",
  busy: "Setting...",
  done: "Set",
  doneText: "Coins above the ceiling now move to the keys of this descriptor.",
  sentence: "Coins above the ceiling will move to these keys. Compare every part with the devices.",
  compare:
    "The first address must match the one on the key holders' devices. If it does not, reject the descriptor.",
} as const;

export const rejectTexts = {
  title: "Reject the descriptor",
  submit: "Reject",
  busy: "Rejecting...",
  reason: "Reason",
  hint: reasonHint,
  needReason: "Enter a reason of at least 3 characters.",
  done: "Rejected",
  doneText: "No coins move to the keys of this descriptor.",
  nothing: "Rejecting moves no coins.",
} as const;

export const returnTexts = {
  title: "Returns",
  add: "Return coins",
  caption: "Returns from the cold wallet",
  transaction: "Transaction",
  amount: "Amount",
  fee: "Miner's fee",
  state: "State",
  actions: "Actions",
  of: "return from the cold wallet",
  proposed: (by: string) => `proposed by ${by}`,
  approved: (threshold: number) =>
    threshold === 1
      ? "waits to be signed and imported"
      : `waits to be signed by ${threshold} people and imported`,
  cancelled: "cancelled",
  save: "Save file",
  copy: "Copy PSBT",
  import: "Import signed",
  cancel: "Cancel return",
  dialog: "Return coins",
  text: (most: string) =>
    `You can return up to ${most} BTC at once to a new address of the hot wallet.`,
  nothing:
    "No cold coins can be returned now. They are already moving, or worth less than the fee.",
  field: "Amount",
  max: "Max",
  needAmount: "Enter an amount of at least 0.00001 BTC.",
  tooMuch: (most: string) => `You can return at most ${most} BTC at once.`,
  reason: "Reason",
  reasonHint,
  needReason: "Enter a reason of at least 3 characters.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "Another administrator must approve the return.",
} as const;

export const approveReturnTexts = {
  title: "Approve the return",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  doneText: "Save the PSBT, have it signed, and import it.",
  sentence: (amount: string) => `${amount} BTC will return to the hot wallet.`,
  address: "To",
  by: "Proposed by",
  note: "No coins move until the key holders have signed.",
} as const;

export const cancelTexts = {
  title: "Cancel the return",
  submit: "Cancel return",
  busy: "Cancelling...",
  reason: "Reason",
  hint: reasonHint,
  needReason: "Enter a reason of at least 3 characters.",
  done: "Cancelled",
  doneText: "The coins are available for another return.",
  nothing:
    "If the PSBT was exported, the key holders can still sign and send it. The platform will then record the return.",
} as const;

export const importTexts = {
  title: "Import the signed PSBT",
  text: "The PSBT must be the exported transaction, unchanged and with all signatures.",
  file: "File",
  fileHint: "As the signer saved it",
  field: "Or paste the text",
  hint: "Base64 or hex",
  need: "Choose a file or paste the PSBT.",
  submit: "Import and send",
  busy: "Checking...",
  done: "Sent",
  doneText: "The return is complete after six confirmations.",
} as const;

export const coldProofTexts = {
  title: "Proof for the transparency page",
  text: "Once a month, the key holders sign this message with each address (BIP-322). A signature moves no coins.",
  none: "No proof of liabilities has been taken yet.",
  noCoins: "The cold wallet had no coins at the newest proof.",
  message: (height: string) => `Message at block ${height}`,
  copy: "Copy the message",
  caption: "Addresses of the cold wallet",
  address: "Address",
  amount: "Amount",
  signed: "Signed",
  never: "never",
  due: "due",
  add: "Add signatures",
  dialog: "Add signatures",
  field: "Signatures",
  hint: "One line for each address: the address, a space, and the BIP-322 signature in base64",
  signedMessage: "Signed message",
  signedHint: "Change it if the key holders signed an earlier message of the last 31 days.",
  need: "Enter an address and a signature on each line.",
  submit: "Add",
  busy: "Checking...",
  done: "Added",
  doneText: "The signatures are published with the list of outputs.",
} as const;

export const moveTexts = {
  title: "Moves to the cold wallet",
  caption: "Moves to the cold wallet",
  transaction: "Transaction",
  amount: "Amount",
  fee: "Miner's fee",
  state: "State",
  when: "When",
} as const;
