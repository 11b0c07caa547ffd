/**
 * Node's HTTP. A module that imports it by name has Node load its WebSocket client too, and with
 * that all of `fetch`: 60 ms of processor time in every process that wants neither.
 */
export const nodeHttp = process.getBuiltinModule("node:http");

/** Loaded when somebody asks over TLS. */
export const nodeHttps = () => process.getBuiltinModule("node:https");
