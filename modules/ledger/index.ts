export {
  clearingAccount,
  houseAccount,
  openUserAccounts,
  outsideAccount,
  reserveAccount,
  roundingAccount,
  userAccount,
  type Asset,
} from "./accounts.ts";
export {
  accountBalance,
  accountBalances,
  balancesSql,
  balancesOf,
  balancesOfUsers,
  listAccountOwners,
  totalUserBalances,
  type Balances,
} from "./balances.ts";
export { NOTHING_ABOUT, type About, type CauseSource } from "./causes.ts";
export { eventProof } from "./event-proof.ts";
export { eventsOf, type Event, type EventsRequest } from "./events.ts";
export { heldFrom, heldSql, type HeldFor, type HeldRow } from "./holds.ts";
export type { TransferCode } from "./codes.ts";
export { dailySums, type DailySum, type DailySums } from "./daily-sums.ts";
export { countHouseDays, houseDays, type HouseDay } from "./house-days.ts";
export {
  findEntry,
  transfersAfter,
  transfersIn,
  type EntryRange,
  type PlacedTransfer,
} from "./logged-transfers.ts";
export { isPosted, post, postAll, postAtCommit, postRunAtCommit, queuedChange } from "./post.ts";
export { ledgerRoutes, statementPage } from "./routes.ts";
export { NOT_IN_SQL, type AccruedEarnings, type SettleEarnings } from "./settle-earnings.ts";
export { transfersOfCause, transfersWithIds, type ReceiptTransfer } from "./receipt-transfers.ts";
export { stepSums, type StepSum } from "./step-sums.ts";
export { statementCsv } from "./statement-csv.ts";
export { statement, type StatementRequest } from "./statement.ts";
export type { Entry } from "./stored-entry.ts";
export {
  LedgerRefusal,
  type Transfer,
  type TransferEvent,
  type TransferKind,
  type TransferResult,
} from "./transfer.ts";
export {
  accountClasses,
  trialBalance,
  type AccountClass,
  type TrialBalanceLine,
} from "./trial-balance.ts";
export {
  ledgerProblemSql,
  readVerdict,
  readVerificationStart,
  UNFINISHED,
  writeVerdict,
  type Verdict,
} from "./verdicts.ts";
export { verifyLedger, verifyNewTransfers, type Problem } from "./verify.ts";
