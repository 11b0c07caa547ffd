// Behind every npm command: installs what is missing, finds the pinned Node, and runs the command
// under it. Plain JavaScript without dependencies, because it runs first, on whatever Node (20 or
// newer) the machine has.
import { existsSync } from "node:fs";
import { runChecks } from "./checks.mjs";
import { buildWeb } from "./build-web.mjs";
import { runChild, runServer, runWatched } from "./children.mjs";
import { fail, root, say, withoutConfiguration } from "./environment.mjs";
import { installMissing } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { simulate } from "./simulate.mjs";

process.chdir(root);
const [command = "start", ...rest] = process.argv.slice(2);

const commands = {
  async start(node) {
    await build(node);
    return runServer(node, [["dist/server/server/start.js", ...rest]], "production");
  },
  async dev(node) {
    // The server wants the built pages; the ones to work on come from vite, with each change at
    // once.
    await buildWeb(node);
    say(
      "Pages with reload: the address that vite prints. The server's own address has the built ones.",
    );
    const server = ["--watch", "server/start.ts", ...rest];
    const web = ["node_modules/vite/bin/vite.js", "--clearScreen", "false"];
    return runServer(node, [server, web], "development");
  },
  async test(node) {
    return runChecks(node, { projects: [], rest });
  },
  async check(node) {
    return runChecks(node, { projects: ["node"], rest });
  },
  async bench(node) {
    await build(node);
    return runProgram(node, "test/bench/main.ts");
  },
  async "trial:failover"(node) {
    await build(node);
    return runProgram(node, "test/trials/failover/main.ts");
  },
  async "trial:scale"(node) {
    await build(node);
    return runProgram(node, "test/trials/scale/main.ts");
  },
  async simulate(node) {
    return simulate(node, rest);
  },
};

/** Pages and server, what is stale of them. */
async function build(node) {
  const server = runChild(node, ["scripts/build-server.ts"], { env: withoutConfiguration() });
  await buildWeb(node);
  if ((await server) !== 0) fail("The server could not be built.");
}

/** A command that is a program: `run.mjs <file>.ts` runs it with the arguments after it. */
async function runProgram(node, file) {
  if (!existsSync(file)) fail(`There is no ${file} in this version.`);
  return runWatched(node, [file, ...rest]);
}

const isProgram = command.endsWith(".ts");
if (!isProgram && !Object.hasOwn(commands, command))
  fail(`Unknown command "${command}". Known: ${Object.keys(commands).join(", ")}.`);
await installMissing();
const node = pinnedNode();
process.exitCode = isProgram ? await runProgram(node, command) : await commands[command](node);
