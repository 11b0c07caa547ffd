/**
 * Node's HTTP modules. Importing them by name makes Node load its WebSocket client and `fetch`,
 * which costs 60 ms of CPU time in processes that need neither.
 */
export const nodeHttp = process.getBuiltinModule("node:http");

/** Loaded at the first TLS request. */
export const nodeHttps = () => process.getBuiltinModule("node:https");
