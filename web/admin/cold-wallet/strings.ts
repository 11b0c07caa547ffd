/** Texts of the cold wallet on /admin/operations. */
import { authorityObstacles } from "../authority/strings.ts";

/** States of the operator's own transactions. */
export const transferStates = {
  chosen: "to be signed",
  signed: "to be sent",
  broadcast: "sent",
  in_mempool: "in the mempool",
  confirming: (confirmations: string) => `${confirmations} of 6`,
  completed: "done",
  conflicted: "impossible: another took its place",
  abandoned: "given up before it was signed",
} as const;

const reasonHint = "Stored permanently in the audit log.";

export const coldTexts = {
  title: "Cold part",
  settings: "Terms",
  still: "Coins stay where they are.",
  hot: "Hot: any payment can be made of it",
  cold: "Cold",
  ceiling: "Ceiling",
  keep: "Kept hot when coins go",
  states: {
    no_descriptor:
      "Nothing is kept cold: two administrators set a descriptor of public keys first, and whoever takes this machine has all coins.",
    off: "No coins go to the cold part: the posted rate is 0.",
    paused: "Nothing is signed now, so no coins go to the cold part.",
    no_rate: "The node tells no rate at which anything is signed.",
    too_dear: (rate: string) => `Coins go when miners ask for ${rate} sat/vB or less.`,
    below_ceiling: "Below the ceiling, less what waiting withdrawals will take: coins stay hot.",
    under_way: "The house's own transaction is on its way, one at a time.",
    ready: "Above the ceiling: coins go within a minute, if the treasury has the fee to spare.",
  },
  foot: "The keys of the cold part are nowhere on this machine. The miner's fee of both ways is the house's cost, apart in the books.",
  obstacles: {
    own_proposal: "You proposed it. Needs another administrator.",
    ...authorityObstacles,
  },
} as const;

export const descriptorTexts = {
  title: "Descriptor",
  add: "Propose a descriptor",
  caption: "Descriptors of the cold part",
  descriptor: "Descriptor",
  signers: "Signatures",
  signersOf: (threshold: number, keys: number) => `${threshold} of ${keys}`,
  first: "First address",
  coins: "Coins",
  amount: "Amount",
  state: "State",
  current: "coins go to it",
  earlier: "earlier one",
  proposed: (by: string) => `proposed by ${by}`,
  actions: "Actions",
  of: "descriptor",
  dialog: "Propose a Descriptor",
  text: "Public keys of at least two people, whose devices hold the private keys. Never paste a private key or words.",
  field: "Descriptor with its checksum",
  hint: "wsh(sortedmulti(2,KEY,KEY,KEY)) or wpkh(KEY); each KEY is [fingerprint/84h/1h/0h]tpub.../0/*",
  reason: "Reason",
  reasonHint,
  needReason: "Say why, in at least 3 characters.",
  needText: "Paste the descriptor.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "Another administrator has to set it.",
} as const;

export const setTexts = {
  title: "Set the Descriptor",
  submit: "Set",
  busy: "Setting...",
  done: "Set",
  doneText: "Coins above the ceiling go to it from now on.",
  sentence: "Coins above the ceiling will go to these keys. Compare all of it with the devices.",
  compare:
    "The first address has to be the one that the key holders' devices show. If it is not, reject it.",
} as const;

export const rejectTexts = {
  title: "Reject the Descriptor",
  submit: "Reject",
  busy: "Rejecting...",
  reason: "Reason",
  hint: reasonHint,
  needReason: "Say why, in at least 3 characters.",
  done: "Rejected",
  doneText: "Nothing goes to it.",
  nothing: "It moves nothing.",
} as const;

export const returnTexts = {
  title: "Coming back",
  add: "Bring coins back",
  caption: "Cold coins that come back",
  transaction: "Transaction",
  amount: "Amount",
  fee: "Miner's fee",
  state: "State",
  actions: "Actions",
  of: "cold coins coming back",
  proposed: (by: string) => `proposed by ${by}`,
  approved: (threshold: number) =>
    threshold === 1
      ? "to be signed elsewhere, then imported"
      : `to be signed elsewhere by ${threshold} people, then imported`,
  cancelled: "given up",
  save: "Save file",
  copy: "Copy PSBT",
  import: "Import signed",
  cancel: "Give up",
  dialog: "Bring Coins Back",
  text: (most: string) =>
    `Up to ${most} BTC of these keys at once, to a new address of the hot wallet.`,
  nothing:
    "None of its coins can come back now: they are on their way, or worth less than the fee.",
  field: "Amount",
  max: "Max",
  needAmount: "Enter an amount, at least 0.00001 BTC.",
  tooMuch: (most: string) => `At most ${most} BTC can be brought back at once.`,
  reason: "Reason",
  reasonHint,
  needReason: "Say why, in at least 3 characters.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "Another administrator has to approve it.",
} as const;

export const approveReturnTexts = {
  title: "Approve Coins Coming Back",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  doneText: "Export the PSBT, let it be signed, and import it.",
  sentence: (amount: string) => `${amount} BTC come back to the hot wallet.`,
  address: "To",
  by: "Proposed by",
  note: "Nothing moves yet: the key holders have to sign it.",
} as const;

export const cancelTexts = {
  title: "Give It Up",
  submit: "Give up",
  busy: "Giving up...",
  reason: "Reason",
  hint: reasonHint,
  needReason: "Say why, in at least 3 characters.",
  done: "Given up",
  doneText: "Its coins can come back otherwise.",
  nothing:
    "If it was exported, whoever has the keys can still sign and send it. Then it is known for what it is.",
} as const;

export const importTexts = {
  title: "Import the Signed PSBT",
  text: "Coin by coin: it has to be the transaction that was exported, with all its signatures.",
  file: "File",
  fileHint: "As the signer saved it",
  field: "Or paste it",
  hint: "Base64 or hex",
  need: "Choose the file or paste the PSBT.",
  submit: "Import and send",
  busy: "Checking...",
  done: "Sent",
  doneText: "Six confirmations count.",
} as const;

export const moveTexts = {
  title: "Gone to the cold part",
  caption: "Coins that went to the cold part",
  transaction: "Transaction",
  amount: "Amount",
  fee: "Miner's fee",
  state: "State",
  when: "When",
} as const;
