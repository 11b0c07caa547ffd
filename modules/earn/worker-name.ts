/** Name of the worker's lock, also used to wake the worker. */
export const EARN_WORKER = "earn";
