/**
 * Tests that a signer that dies or fails to start causes an Outage but never ends the parent
 * process.
 */
import { setImmediate as soon } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Outage, silentLog } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { memoryFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { startSigner, type Signer } from "./start-signer.ts";

const KILLS = 5;

const file = fileDatabase();
const { execPath } = process;
let dataDir: string;
let signer: Signer;

const start = () =>
  startSigner({ url: file.signerUrl, dataDir, network: "regtest", log: silentLog });
/**
 * Sends a request. The chain has not been read yet, so a running signer responds that payments must
 * wait.
 */
const ask = () =>
  signer
    .sign({ withdrawalId: "wdr_none", psbt: "", inputs: [] } as never)
    .catch((error: unknown) => error);
const answers = async () => /payments wait/.test(String(await ask()));

/** Kills the signer as soon as it responds. Returns its former process id. */
async function killIt(): Promise<number> {
  await expect.poll(answers).toBe(true);
  const pid = signer.processId();
  if (pid === undefined) throw new Error("it has ended already");
  process.kill(pid, "SIGKILL");
  return pid;
}

beforeAll(async () => {
  dataDir = memoryFolder();
  signer = await start();
});
afterEach(() => {
  process.execPath = execPath;
});
afterAll(async () => {
  await signer.stop();
  removeFolder(dataDir);
});

test("requests to a killed signer throw Outages until it runs again", async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const requests = [ask()];
    const pid = await killIt();
    while (signer.processId() === pid) {
      requests.push(ask());
      await soon();
    }
    requests.push(ask());
    const heard = (await Promise.all(requests)).map(String);
    expect(heard.filter((one) => !/it ended|it is being|payments wait/.test(one))).toEqual([]);
    expect(heard.at(-1)).toMatch(/it is being restarted/);
  }
});

test("a signer that fails to restart is retried until it starts", async () => {
  await expect.poll(answers).toBe(true);
  process.execPath = "/nonexistent";
  await expect(start()).rejects.toThrow("The signer ended while starting.");
  await killIt();
  await expect.poll(() => signer.processId()).toBeUndefined();
  expect(await ask()).toBeInstanceOf(Outage);
  process.execPath = execPath;
  await expect.poll(answers).toBe(true);
});
