import { expect, test } from "vitest";
import { openIssuedAddresses } from "#wallet";
import { memoryFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { readAddresses, noteBranch } from "./known-branches.ts";

const keys = {
  sealedSeed: Buffer.alloc(0),
  xpub: "xpub",
  received: 5,
  change: 0,
  receiveBranches: [],
};

test("a branch known only from the data folder is searched from index 0", async () => {
  const dataDir = memoryFolder();
  try {
    await openIssuedAddresses({ dataDir, xpub: keys.xpub }).note(77, 300);
    const { receiveBranches, received } = await readAddresses(keys, { folder: dataDir, dataDir });
    expect(receiveBranches).toEqual([{ branch: 77, firstIndex: 0 }]);
    expect(received).toBe(400);
    noteBranch(dataDir, { branch: 77, firstIndex: 250 });
    const noted = await readAddresses(keys, { folder: dataDir, dataDir });
    expect(noted.receiveBranches).toEqual([{ branch: 77, firstIndex: 250 }]);
  } finally {
    removeFolder(dataDir);
  }
});
