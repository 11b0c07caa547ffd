/** Public API of the backup module: what the product knows of them. It makes none itself. */
export { COPY_AGE_SECONDS_MAX, copyAgeSeconds, readLastBackup } from "./last-backup.ts";
