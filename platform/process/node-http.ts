/**
 * Loads Node's HTTP modules without importing them by name, because an import would also load
 * Node's WebSocket client and `fetch`. This would cost 60 ms of CPU time in processes that need
 * neither.
 */
export const nodeHttp = process.getBuiltinModule("node:http");

/** Returns Node's HTTPS module, which is loaded at the first TLS request. */
export const nodeHttps = () => process.getBuiltinModule("node:https");
