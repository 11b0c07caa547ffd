/**
 * Public API of the backup module. The running product only reads the time and result of the last
 * backup; backups are made by a separate command.
 */
export { COPY_AGE_SECONDS_MAX, copyAgeSeconds, readLastBackup } from "./last-backup.ts";
