export { batchReads, listsByPlace, rowsByPlace } from "./batch-reads.ts";
export { createBus, type BusEvents, type Bus, type MeChange } from "./bus/bus.ts";
export { openBus } from "./bus/open-bus.ts";
export { paceEvents } from "./bus/paced-events.ts";
export { shareBus, type SharedBus } from "./bus/share-bus.ts";
export { systemClock, type Clock } from "./clock.ts";
export { csvFile, csvLine, csvText, type CsvCell } from "./csv.ts";
export {
  openDatabase,
  type Database,
  type DatabaseTransaction,
  type Queryable,
} from "./database/database.ts";
export { asOutage, sqlState } from "./database/database-errors.ts";
export { databaseAddress } from "./database/database-address.ts";
export { libpqAddress } from "./database/libpq-address.ts";
export { numberArray, textArray, timeArray, uuidArray } from "./database/array-literals.ts";
export { startPostgres, type Postgres } from "./database/embedded-postgres.ts";
export { appliedMigrations, checkSchema, migrate, readMigrations } from "./database/migrate.ts";
export { baseBackup } from "./database/base-backup.ts";
export { runningPostgresUrl } from "./database/running-postgres.ts";
export { unpackCluster } from "./database/unpack-cluster.ts";
export { readRights, type Rights } from "./database/rights.ts";
export {
  giveLogin,
  prepareDatabase,
  readSchema,
  type Schema,
} from "./database/prepare-database.ts";
export { moduleFolder, MODULES } from "./database/modules.ts";
export { keepProcessLogins, processUrl, withoutLogin } from "./database/process-logins.ts";
export { readSetting } from "./process/read-setting.ts";
export { assertServer } from "./database/server-assertions.ts";
export { Uncounted } from "./reads/standby.ts";
export { openReads, POSITION_HEADER, type AnsweredBy, type Reads } from "./reads/open-reads.ts";
export { startDatabase } from "./database/start-database.ts";
export { readConfig, secretsOf, type Config } from "./config.ts";
export { compiledCode } from "./process/compiled-code.ts";
export { onceEnded } from "./process/once-ended.ts";
export { productFolder, programFile } from "./process/product-files.ts";
export { masterKeyOf, openMasterKey, type MasterKey, type SealPlace } from "./master-key.ts";
export { StartError } from "./errors/start-error.ts";
export { failpoint } from "./process/failpoint.ts";
export { deleteInBatches } from "./database/delete-in-batches.ts";
export { diskSpace, reservedBytes, type DiskSpace } from "./process/disk-space.ts";
export { nodeHttp, nodeHttps } from "./process/node-http.ts";
export { keepFile } from "./process/keep-file.ts";
export { groupCommit, runSingle, type UseCase } from "./group-commit.ts";
export { decideAll, excludeFromBatch, NotBatchable, refuseAll, type RunMode } from "./run-mode.ts";
export {
  idempotencyRefusals,
  replaysOf,
  requestHash,
  requestStateOf,
  runOnce,
  storedAnswerOf,
  sweepAnswers,
  transferIdOf,
  type IdempotentRequest,
} from "./idempotency.ts";
export { internalRequest } from "./internal-request.ts";
export { derivedUuid, isUuid, newId, newUuid } from "./ids.ts";
export { derivedHashSql, derivedUuidSql } from "./ids-in-sql.ts";
export { endWith, isolateFailure, type Failed } from "./isolate-failure.ts";
export { createLog, silentLog, type Log } from "./process/log.ts";
export { openLogFile } from "./process/log-file.ts";
export { followOutput } from "./process/child-output.ts";
export {
  beginIncident,
  endIncident,
  listIncidentRows,
  listIncidents,
  newestRollbackId,
  recordIncident,
  type Incident,
  type IncidentRow,
} from "./incidents.ts";
export {
  createPayGate,
  machineUptimeMs,
  openPayGate,
  isTimeBelieved,
  payGateState,
  requirePayOpen,
  type PayGate,
} from "./pay-gate.ts";
export {
  postedTermsRefusals,
  termsTable,
  type PostedTerms,
  type TermsMoment,
  type TermsPosting,
  type TermsTable,
} from "./posted-terms.ts";
export { createWindows } from "./minute-windows.ts";
export { createFairQueue } from "./fair-queue.ts";
export {
  networkOf,
  networksOf,
  plainAddress,
  widestNetworkOf,
  type Network,
  type Origin,
} from "./network-of.ts";
export { PRACTICE_LABEL } from "./practice-label.ts";
export { defineRefusals, Outage, Refusal, type RefusalText } from "./errors/refusal.ts";
export { coalesceCalls } from "./coalesce-calls.ts";
export { shareResultFor, type Shared } from "./share-result.ts";
export { isStorable } from "./storable.ts";
export { beginSlice, type Slice } from "./time-slices.ts";
export { utcText } from "./utc-text.ts";
export { endMoveUp, moveUp } from "./process/move-up.ts";
export { isAlive, processIdentity, sendSignal } from "./process/process-identity.ts";
export { programEnvironment } from "./process/program-environment.ts";
export { programUser, type ProcessOwner } from "./process/system-user.ts";
export { syncPath } from "./process/sync-path.ts";
export { takeOver } from "./process/take-over.ts";
export { userLock } from "./user-lock.ts";
export { utcMinute } from "./utc-minute.ts";
export { startWorker, workerStates, type Worker, type WorkerState } from "./worker.ts";
