/**
 * Texts of the contracts somebody has, of the switch they mine by and of what they paid. Labels and
 * notices of the switch are fixed by the requirement.
 */
export const contractTexts = {
  start: "Start Mining",
  starting: "Starting...",
  stop: "Stop Mining",
  stopping: "Stopping...",
  startedTitle: "Mining Started!",
  startedText: "Your rig is active.",
  onWithoutSource: "Mining is on. It earns once you have a contract or a rig.",
  stoppedTitle: "Mining Stopped!",
  stoppedText: "Your rig is inactive.",
  off: "Mining is off.",
  isOff: "Mining is off: time that passes earns nothing.",
  contracts: "Your contracts",
  contractsEmptyTitle: "No contracts yet",
  contractsEmpty: "A plan you purchase appears here with what it earned against what you paid.",
  payouts: "Payouts",
  payoutsEmpty: "Payouts appear here with every input, so that you can add them up again.",
  payoutsFoot:
    "Worked out again in this browser: hash rate x time x block reward / (difficulty x 2^32), with what was carried from the payout before. Fractions of a satoshi are carried on, never lost. Old payouts are one line a day, which adds up by the same inputs.",
  payoutsOlder: "Older payouts",
  folded: (payouts: number, date: string) => `${payouts} payouts, one line since ${date}`,
  inputsShow: "All, with inputs",
  inputsHide: "The last ones",
  adds: "adds up",
  addsNot: "does not add up",
} as const;
