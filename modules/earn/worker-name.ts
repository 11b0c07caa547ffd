/** Name of the worker. Other processes use it to wake the worker. */
export const EARN_WORKER = "earn";
