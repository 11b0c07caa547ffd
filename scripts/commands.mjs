// Runs the npm commands. Each command installs missing packages, finds the pinned Node and runs
// under it. The commands are plain JavaScript without dependencies, because they must also run on
// Node 20 and later.
import { existsSync } from "node:fs";
import { runChecks } from "./checks.mjs";
import { buildWeb } from "./build-web.mjs";
import { runChild, runServer, runWatched } from "./children.mjs";
import { fail, root, say, withoutConfiguration } from "./environment.mjs";
import { installMissing } from "./install.mjs";
import { pinnedNode, requireNode } from "./pinned-node.mjs";
import { simulate } from "./simulate.mjs";

const commands = {
  async start(node, rest) {
    await build(node);
    return runServer(node, [["dist/server/server/start.js", ...rest]], "production");
  },
  async dev(node, rest) {
    // The server does not start without built pages, so they are built once. Vite then serves the
    // pages and reloads them on each change.
    await buildWeb(node);
    say(
      "Open the address that Vite prints: its pages reload on each change. The server's own address has the built pages.",
    );
    const server = ["--watch", "server/start.ts", ...rest];
    const web = ["node_modules/vite/bin/vite.js", "--clearScreen", "false"];
    return runServer(node, [server, web], "development");
  },
  test: (node, words) => runChecks(node, { tier: "first", words }),
  "test:rest": (node, words) => runChecks(node, { tier: "rest", words }),
  "test:all": (node, words) => runChecks(node, { words }),
  check: (node, words) => runChecks(node, { projects: ["node"], tier: "first", words }),
  bench: onBuild("test/bench/main.ts"),
  "trial:failover": onBuild("test/trials/failover/main.ts"),
  "trial:scale": onBuild("test/trials/scale/main.ts"),
  pictures: onBuild("scripts/pictures.ts"),
  simulate,
  format: (node, rest) =>
    runChild(node, ["node_modules/oxfmt/bin/oxfmt", ...(rest.length > 0 ? rest : ["."])]),
};

/** Commands that only call the running installation and therefore need no packages. */
const OPERATOR_COMMANDS = ["recovery-link", "rotate-signing-key"];

export async function runCommand([command = "start", ...rest]) {
  process.chdir(root);
  process.exitCode = await run(command, rest);
}

async function run(command, rest) {
  if (OPERATOR_COMMANDS.includes(command))
    return runChild(process.execPath, [`scripts/${command}.mjs`, ...rest]);
  const isProgram = command.endsWith(".ts");
  const names = [...Object.keys(commands), ...OPERATOR_COMMANDS];
  if (!isProgram && !names.includes(command))
    fail(`Unknown command "${command}". Known: ${names.join(", ")}.`);
  requireNode();
  await installMissing();
  const node = pinnedNode();
  return isProgram ? runProgram(node, command, rest) : commands[command](node, rest);
}

/** Builds pages and server if their sources have changed. */
async function build(node) {
  const server = runChild(node, ["scripts/build-server.ts"], { env: withoutConfiguration() });
  await buildWeb(node);
  if ((await server) !== 0) fail("The server could not be built.");
}

/** Returns a command that runs a program on the built product. */
function onBuild(path) {
  return async (node, rest) => {
    await build(node);
    return runProgram(node, path, rest);
  };
}

/** Runs a program that is named by its file, `run.mjs <file>.ts`, with the remaining arguments. */
async function runProgram(node, path, rest) {
  // systemd units that were written before the modules moved to modules/ still contain
  // backup/backup-command.ts.
  const file = existsSync(path) ? path : `modules/${path}`;
  if (!existsSync(file)) fail(`There is no ${file} in this version.`);
  return runWatched(node, [file, ...rest]);
}
