/**
 * Loads Node's HTTP modules. The modules are not imported by name, because Node would then also
 * load its WebSocket client and `fetch`, which costs 60 ms of CPU time in processes that need
 * neither.
 */
export const nodeHttp = process.getBuiltinModule("node:http");

/** Returns Node's HTTPS module, which is loaded at the first TLS request. */
export const nodeHttps = () => process.getBuiltinModule("node:https");
