/**
 * Node's HTTP modules. Importing them by name makes Node load its WebSocket client and `fetch`,
 * which costs 60 ms of processor time in processes that need neither.
 */
export const nodeHttp = process.getBuiltinModule("node:http");

/** Loaded with the first TLS request. */
export const nodeHttps = () => process.getBuiltinModule("node:https");
