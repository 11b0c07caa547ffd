/** Name of the worker, by which other processes wake it. */
export const EARN_WORKER = "earn";
