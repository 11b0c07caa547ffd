/** Tests that the key file opens with its passphrase, typed on any keyboard, and not without it. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openKeys, sealKeys, type Keys } from "./key-file.ts";

const keys: Keys = {
  network: "regtest",
  copyKey: randomBytes(32),
  sealsManifest: true,
  files: { "master-key": randomBytes(32), "signer-key": randomBytes(32) },
  wallet: {
    sealedSeed: randomBytes(61),
    xpub: "tpub1",
    received: 7,
    change: 0,
    receiveBranches: [],
  },
};

test("only the correct passphrase opens the key file", async () => {
  const text = await sealKeys(keys, "caf\u00e9 and twelve more");
  expect(await openKeys(text, "cafe\u0301 and twelve more")).toEqual(keys);
  for (const secret of [keys.copyKey, ...Object.values(keys.files), keys.wallet.sealedSeed])
    expect(text).not.toContain(secret.toString("base64"));
  const wrong = "The passphrase does not open these keys.";
  await expect(openKeys(text, "cafe and twelve more")).rejects.toThrow(wrong);
  const { sealed } = JSON.parse(text) as { readonly sealed: string };
  const changed = text.replace(sealed, `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`);
  await expect(openKeys(changed, "caf\u00e9 and twelve more")).rejects.toThrow(wrong);
  for (const other of ["", "{}", "not json", text.replace("131072", "1073741824")])
    await expect(openKeys(other, "any")).rejects.toThrow(
      /^(This is not the key file|The key file needs)/,
    );
});
