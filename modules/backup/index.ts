/**
 * Public API of the backup module. The running product only reads facts about copies; copies are
 * made by the backup command.
 */
export { COPY_AGE_SECONDS_MAX, copyAgeSeconds, readLastBackup } from "./last-backup.ts";
