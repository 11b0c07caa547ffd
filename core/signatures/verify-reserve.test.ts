/**
 * Tests signatures of the scripts that hold the platform's coins, with the published vectors of
 * BIP-322 and with forgeries.
 */
import { base64, hex } from "@scure/base";
import { Address, NETWORK, OutScript, WIF } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { isSignedBy } from "../../test/support/chain/message-checker.ts";
import { checkReserve, reservesMessage, signP2wpkh, type ReservesFacts } from "#signatures";

// Vectors from https://github.com/bitcoin/bips/tree/master/bip-0322.
const KEY = "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k";
const KEY_ADDRESS = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";
const SIMPLE_2OF2 = [
  "GDU6AXT64O5ZS4AHHXK5JETYRM",
  "bc1qa8xp82hejuydq8d9yc44s662ras5ncr98gxz3n53s6vklwgrczrqc4fqtn",
  "BABIMEUCIQCLKarc4DfTq5bmqPVjRZ/qBvRPy886P2dM1tDK/92WIgIgN7y495rkp5FPcpjohhl8Knmo9rf63tPLGIVo8PKE81ABSDBFAiEAz2U1cppenj2Kbg8DkS3wXMmAN4jvZvsP/PdcCI1akogCIFlrCbW2+GbMRkvObV2utVdHYBxIJhM6DJlv1NIwViXBAUdSIQJx+IVtFfezY//G7PB/9/Z2fWatDxm5+M0195sX3Y1qoyECvDKp35BSlVD2TFqMPy7MlXJrqGl3nkQAgo51DfiRIqlSrg==",
] as const;
const SIMPLE_3OF3 = [
  "This will be a p2wsh 3-of-3 multisig BIP 322 signed message",
  "bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9",
  "smpBQBHMEQCIFX9aaqPJWq2Ff2kpen5bFDTid+ehgUOpHV0LfjncXy4AiA3GNicF7aKPzdpa9PCpmaYQs3pHd+qbvvhXdxOCKCAMAFIMEUCIQD/ELXg6CNYyUQijCg96JtgvgjZb9dsl1Ctof4QAeyTcQIgVM/1AAblFl/DCt6A1gJg+T/i2qU5SQD09+chFJzolRwBSDBFAiEAlqRfSFyWNVQhvaCnmeV5tyneiCWMTcFbuujoD/pFa3wCIGnZjfQb8NolSYq9asV+ZeBSkCGHJcqnaV4JYS5MYPEGAWlTIQJ1aLEfEi/4p7wcV+XHZCBVvGGJZ7L3v+jhH+mZA8lN0yECCovfec+kIdllXpKCgA8RX/HZ2x5yHOtCSKP8/sf6pnwhAwxSng6kCgCXXSAmJOOZFdr3vdK3HzGqCFloOHgc5fM6U64=",
] as const;
const FULL_KEY = [
  "YGIAANMREUXLFRI4HIEOCE4T23",
  "bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq",
  "AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=",
] as const;
const FULL_2OF2 = [
  "5P7EW4XUVZ6PJX5HY4MW5FK5PB",
  "bc1qfqj9nyjyt48mnu3d5pl98t280l2w0ccpfd2r2mee3fwfxar5sehszuz26t",
  "AgAAAAABAcE9Xti5qyNVQrVVDtYUznEvVIDEbkXUF3n3CQI5bzKRAAAAAADgBwAAAQAAAAAAAAAAAWoEAEcwRAIgSwczcWxkT+Tk8wvTdorKXE3Hfemk6mtcKXC2yGSXp2ACIEIa5UwomMwpoPLyowZ/e550yHRPTyIIbYDaYT1kF9szAUgwRQIhAPpw4wkAFjKT1mvhOSfmHlYFtRgQ87hfbOfjnjJnQ2PuAiA7uR/iEFqgQfLLZIEsRIImvMPP/gMfchFpj4Qx5aRSpQFHUiED1iNYBtEHilqVRjfuFj7hkUEtAkMkPX7WRMHZ3NGTrUQhArxPc6k2RYEdx2fw2Pd82g7GgeLraJ7meGEFXIxa7IwfUq7gBwAA",
] as const;
const FULL_3OF3 = [
  "QDZMAZBL27JFGRNCIXL25DXBSH",
  "bc1q9nrqkah76dcr2yvw40wkr2af439ccyl5xay0md3awkkk00zges4qdt3sx7",
  "AgAAAAABAer7c1QlVJDuAbqiJjI4BDfc9mBGcO7bMHZbQkfJkv5xAAAAAADgBwAAAQAAAAAAAAAAAWoFAEcwRAIgSOxqpGJcIsTlpitk5ZYjL39Oz19Nju75iEIAZJakhxoCIAGdJoVeVRnYtALtXneYlvi+c1cM/g1VB9KuVPAbG2sEAUgwRQIhANqm0LEFk63YpHgNdhiOxvqrr+CfuTYDiBWd2qSX4eCZAiAEkN5Cei/Nu8hf344x16B07RoLmp5QkanvbWw+RYG0iAFIMEUCIQDNtva8FSjrEKwDIuRbtWf/1l5sPfPDfjCNiq4qN2b83gIgDUhfk7LFcc300VDuTgS7sapPpq7DeiEfy3bzgz6bGCoBaVMhAxv7aVMjtYlThA88s4q8tFcoyY5SuiQq5hCXJcSUaYXyIQJr/JHIEQpdLdJFEA8iFMHu9wqLtkEpmGFhDLrShlameCECWmK4dVblBueUxUfoJ20abiYpeApWXbNfy3w/lDWja7xTruAHAAA=",
] as const;
const PUBLISHED = [SIMPLE_2OF2, SIMPLE_3OF3, FULL_KEY, FULL_2OF2, FULL_3OF3];

const scriptOf = (address: string): string =>
  hex.encode(OutScript.encode(Address(NETWORK).decode(address)));
const check = (message: string, address: string, signature: string) =>
  checkReserve({ scriptHex: scriptOf(address), message, signature });

describe("published test vectors", () => {
  test.each(PUBLISHED)("%s is accepted for %s", (message, address, signature) => {
    expect(check(message, address, signature)).toBeUndefined();
    const prefix = signature.startsWith("A") ? "ful" : "smp";
    const plain = signature.replace(/^smp/, "");
    expect(check(message, address, prefix + plain)).toBeUndefined();
  });

  test.each(PUBLISHED)("%s is refused for another message or script", (message, address, text) => {
    expect(check(`${message}.`, address, text)).toMatch(/^(no_fit|signatures)$/);
    const others = PUBLISHED.map(([, other]) => other).filter((other) => other !== address);
    for (const other of others) expect(check(message, other, text)).toBeDefined();
  });

  test("signing matches the vector, and an independent checker accepts it", () => {
    const { scriptHex, signature } = signP2wpkh(WIF(NETWORK).decode(KEY), "Hello World");
    expect(signature).toBe(
      "AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
    );
    expect(scriptHex).toBe(scriptOf(KEY_ADDRESS));
    expect(check("Hello World", KEY_ADDRESS, signature)).toBeUndefined();
    expect(isSignedBy(scriptOf(KEY_ADDRESS), "Hello World", signature)).toBe(true);
  });
});

test("no changed byte of a signature of two keys is accepted", () => {
  const [message, address, signature] = FULL_2OF2;
  const bytes = base64.decode(signature);
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Uint8Array.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(check(message, address, base64.encode(changed)), `byte ${place}`).toBeDefined();
  }
});

test("a signature that occurs twice does not count for two keys", () => {
  const [message, address, signature] = SIMPLE_2OF2;
  const bytes = base64.decode(signature);
  // The witness: four elements, an empty one, two signatures of 72 bytes, and the script.
  const first = bytes.subarray(2, 2 + 73);
  const twice = Uint8Array.from([4, 0, ...first, ...first, ...bytes.subarray(2 + 146)]);
  expect(check(message, address, base64.encode(twice))).toBe("signatures");
  const single = Uint8Array.from([3, 0, ...first, ...bytes.subarray(2 + 146)]);
  expect(check(message, address, base64.encode(single))).toBe("signatures");
  const swapped = bytes.subarray(75, 148);
  const reversed = Uint8Array.from([4, 0, ...swapped, ...first, ...bytes.subarray(2 + 146)]);
  expect(check(message, address, base64.encode(reversed))).toBe("signatures");
});

test.each(["", "AA==", "smpAA==", "ful", "not base64!", "A".repeat(2_004), "fulAgAAAAABAQ=="])(
  "%j is no signature",
  (signature) => {
    expect(check("", KEY_ADDRESS, signature)).toMatch(/^(not_a_signature|too_long)$/);
  },
);

const facts: ReservesFacts = {
  site: "https://practice.example:8443",
  network: "regtest",
  height: 120,
  blockHash: "ab".repeat(32),
  root: "cd".repeat(32),
};

test("the message about reserves has a fixed text", () => {
  expect(reservesMessage(facts)).toBe(
    `Hashfloor (practice) reserves of https://practice.example:8443 on regtest, block 120 ${"ab".repeat(32)}, liabilities ${"cd".repeat(32)}`,
  );
});

test.each<Partial<ReservesFacts>>([
  { site: "https://practice.example/a" },
  { site: "https://practice.example: this address is mine" },
  { site: "practice.example" },
  { network: "main net" },
  { height: -1 },
  { height: 1.5 },
  { blockHash: "AB".repeat(32) },
  { root: "" },
])("no message is made of %j", (wrong) => {
  expect(() => reservesMessage({ ...facts, ...wrong })).toThrow(RangeError);
});
