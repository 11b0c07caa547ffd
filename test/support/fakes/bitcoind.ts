/**
 * Provides a fake `bitcoind` for machines without the real program. It accepts the options, writes
 * the cookie, and responds to the few calls with which Bitcoin Core is started, adopted and
 * stopped. If its data folder contains a file `fails`, it exits with that file's text. A file
 * `damaged` has the same effect unless the program is told to reindex. The file `progress` contains
 * the chain state that the program reports. Chain tests must not use it.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const program = `
const { createServer } = require("node:http");
const { mkdirSync, writeFileSync, appendFileSync, readFileSync, existsSync, rmSync } = require("node:fs");
const option = (name) => process.argv.find((text) => text.startsWith("-" + name + "="))?.split("=")[1];
const dataDir = option("datadir");
appendFileSync(dataDir + "/starts", process.argv.slice(2).join(" ") + "\\n");
const read = (name) => existsSync(dataDir + "/" + name) && readFileSync(dataDir + "/" + name, "utf8");
const failure = read("fails") || (!process.argv.includes("-reindex") && read("damaged"));
if (failure) {
  process.stderr.write(failure);
  process.exit(1);
}
mkdirSync(dataDir + "/regtest", { recursive: true });
const cookie = "__cookie__:" + process.pid;
writeFileSync(dataDir + "/regtest/.cookie", cookie);
const replies = {
  getblockhash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  getblockcount: process.pid,
  getbestblockhash: "00",
  getindexinfo: {},
  gettxoutsetinfo: {},
  stop: "stopping",
};
const resultOf = (method) =>
  method === "getblockchaininfo"
    ? JSON.parse(read("progress") || '{"blocks":1,"headers":1}')
    : replies[method];
createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.headers.authorization !== "Basic " + btoa(cookie)) return response.writeHead(401).end();
  const { id, method } = JSON.parse(Buffer.concat(chunks));
  response.end(JSON.stringify({ id, error: null, result: resultOf(method) }), () => {
    if (method !== "stop") return;
    rmSync(dataDir + "/regtest/.cookie");
    process.exit(0);
  });
}).listen(Number(option("rpcport")), option("rpcbind"));
`;

/**
 * Writes the program into a new folder below `folder`. Returns the new folder, which tests use as
 * PATH.
 */
export function installFakeBitcoind(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const file = join(bin, "bitcoind");
  writeFileSync(file, `#!${process.execPath}\n${program}`);
  chmodSync(file, 0o755);
  return bin;
}
