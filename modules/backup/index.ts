/**
 * Public API of the backup module. The product only reads facts about copies and never makes a
 * copy.
 */
export { COPY_AGE_SECONDS_MAX, copyAgeSeconds, readLastBackup } from "./last-backup.ts";
