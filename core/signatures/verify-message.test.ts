/**
 * Tests signed messages with the published vectors of BIP-322, hardware wallets and Bitcoin Core,
 * and with forgeries. Each signature is also checked by an independent implementation.
 */
import { base64, hex } from "@scure/base";
import { Address, NETWORK, OutScript } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { isSignedBy } from "../../test/support/chain/message-checker.ts";
import {
  messageKey,
  withHighS,
  type MessageKey,
  type SignedKind,
} from "../../test/support/chain/message-signer.ts";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import { length, newestSeed } from "../../test/support/seeds.ts";
import { verifyMessage } from "#signatures";

// Vectors from https://github.com/bitcoin/bips/tree/master/bip-0322.
const BIP_ADDRESS = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";
const EMPTY =
  "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=";
const HELLO =
  "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=";
const HELLO_LONGER =
  "AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy";
const TAPROOT_ADDRESS = "bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler";
const TAPROOT =
  "AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R";
const GENERATED: readonly (readonly [string, string, string])[] = [
  [
    "bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7",
    "ESHJI7MWUL64AXHBI42L3UR4QA",
    "AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=",
  ],
  [
    "bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp",
    "TPIZPITUIHEUHO5ACOL6W6MBVD",
    "AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516",
  ],
];
const MULTISIG = "bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9";

// Vectors from Trezor's firmware, test_signmessage.py. The last two signatures have the header of a
// P2PKH address.
const DEVICE_MESSAGE = "This is an example of a signed message.";
const DEVICE: readonly (readonly [string, string])[] = [
  [
    "1JAd7XCBzGudGpJQSDSfpmJhiygtLQWaGL",
    "20fd8f2f7db5238fcdd077d5204c3e6949c261d700269cefc1d9d2dcef6b95023630ee617f6c8acf9eb40c8edd704c9ca74ea4afc393f43f35b4e8958324cbdd1c",
  ],
  [
    "3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2",
    "23744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d",
  ],
  [
    "bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk",
    "28b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194",
  ],
  [
    "3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2",
    "1f744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d",
  ],
  [
    "bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk",
    "20b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194",
  ],
];

// Signed by Bitcoin Core 28.1, `signmessagewithprivkey`, with the key whose 32 bytes are all 7.
const CORE_MESSAGE = "Hashfloor: this address is mine\nNonce 7f3a";
const CORE =
  "H4G9OLTkQLTvAnkKP4dlO6qnXRJZ3IEnquERXv5uvsRkWxO/25lxaowV3rPgZ4mGrsdbA3X8+9lTQYutG/Q83bw=";

const scriptOf = (address: string): string =>
  hex.encode(OutScript.encode(Address(NETWORK).decode(address)));
const key = (byte: number, kind: SignedKind) => messageKey(new Uint8Array(32).fill(byte), kind);
const problemOf = (scriptHex: string, message: string, signature: string): string => {
  const verdict = verifyMessage({ scriptHex, message, signature });
  expect(isSignedBy(scriptHex, message, signature)).toBe(verdict.ok);
  return verdict.ok ? verdict.form : verdict.problem;
};

describe("published test vectors", () => {
  test.each<readonly [string, string, string]>([
    [BIP_ADDRESS, "", EMPTY],
    [BIP_ADDRESS, "Hello World", HELLO],
    [BIP_ADDRESS, "Hello World", HELLO_LONGER],
    [TAPROOT_ADDRESS, "No prefix fallback", TAPROOT],
    ...GENERATED,
  ])("BIP-322: %s signed %j, with and without the prefix", (address, message, signature) => {
    expect(problemOf(scriptOf(address), message, signature)).toBe("bip322");
    expect(problemOf(scriptOf(address), message, `smp${signature}`)).toBe("bip322");
    expect(problemOf(scriptOf(address), `${message} `, signature)).toBe("no_fit");
  });

  test.each(DEVICE)(
    "a hardware wallet's BIP-137 signature is accepted: %s",
    (address, signature) => {
      const text = base64.encode(hex.decode(signature));
      expect(problemOf(scriptOf(address), DEVICE_MESSAGE, text)).toBe("bip137");
      expect(problemOf(scriptOf(address), `${DEVICE_MESSAGE}.`, text)).toBe("other_key");
    },
  );

  test("changing any byte of Bitcoin Core's P2PKH signature invalidates it", () => {
    const { scriptHex } = key(7, "p2pkh");
    expect(problemOf(scriptHex, CORE_MESSAGE, CORE)).toBe("bip137");
    expect(problemOf(scriptHex, CORE_MESSAGE.replace("7f3a", "7f3b"), CORE)).toBe("other_key");
    const bytes = base64.decode(CORE);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    expect(problemOf(scriptHex, CORE_MESSAGE, base64.encode(bytes))).toBe("other_key");
  });

  test.each([
    [BIP_ADDRESS, "", "not-valid-base64!!!", "not_a_signature"],
    [BIP_ADDRESS, "", "", "not_a_signature"],
    [BIP_ADDRESS, "", "smpAA==", "not_a_signature"],
    [BIP_ADDRESS, "", "fooAA==", "not_a_signature"],
    [BIP_ADDRESS, "", `ful${EMPTY}`, "variant"],
    [BIP_ADDRESS, "", `pof${EMPTY}`, "variant"],
    [BIP_ADDRESS, "", "A".repeat(1_000_000), "too_long"],
    [MULTISIG, "", EMPTY, "script"],
    [GENERATED[0]?.[0] ?? "", "", EMPTY, "other_key"],
    [TAPROOT_ADDRESS, "", EMPTY, "script_path"],
  ])(
    "address %s, message %j, signature %.20s is rejected as %s",
    (address, message, signature, problem) => {
      expect(problemOf(scriptOf(address), message, signature)).toBe(problem);
    },
  );
});

describe("signature rules", () => {
  test("P2PKH and P2SH cannot sign with BIP-322, and taproot cannot sign with BIP-137", () => {
    const simple = key(3, "p2wpkh").sign("hello");
    for (const kind of ["p2pkh", "p2sh"] as const)
      expect(problemOf(key(3, kind).scriptHex, "hello", simple)).toBe("form_of_script");
    const taproot = key(3, "p2tr");
    expect(problemOf(taproot.scriptHex, "hello", taproot.signLegacy("hello"))).toBe(
      "form_of_script",
    );
  });

  test("a signature with a high S value is rejected in BIP-322 and BIP-137", () => {
    const segwit = key(3, "p2wpkh");
    expect(problemOf(segwit.scriptHex, "hello", withHighS(segwit.sign("hello")))).toBe("high_s");
    expect(problemOf(segwit.scriptHex, "hello", withHighS(segwit.signLegacy("hello")))).toBe(
      "high_s",
    );
  });

  test("a signature must commit to the whole transaction", () => {
    for (const kind of ["p2wpkh", "p2tr"] as const) {
      const { scriptHex, sign } = key(3, kind);
      const bytes = [...base64.decode(sign("hello"))];
      if (kind === "p2wpkh") bytes[1 + (bytes[1] ?? 0)] = 0x81;
      else bytes.splice(1, 65, 65, ...bytes.slice(2, 66), 0x03);
      const signature = base64.encode(Uint8Array.from(bytes));
      expect(problemOf(scriptHex, "hello", signature)).toBe("not_a_signature");
    }
  });
});

test.each(newestSeed)(
  "neither implementation accepts a forgery (seed %i)",
  { timeout: 600_000 },
  (seed) => {
    const random = pseudoRandom(seed);
    const below = (count: number): number => Math.floor(random() * count);
    const kinds: readonly SignedKind[] = ["p2pkh", "p2sh", "p2wpkh", "p2tr"];
    const signed = Array.from({ length: 24 }, (_, index) => {
      const kind = kinds[index % kinds.length] ?? "p2pkh";
      const owner = key(1 + below(200), kind);
      const message = `Nonce ${below(2 ** 30)}`;
      const isLegacy = kind !== "p2tr" && index % 3 === 0;
      const signature = isLegacy ? owner.signLegacy(message) : owner.sign(message);
      expect(problemOf(owner.scriptHex, message, signature)).toMatch(/^bip/);
      return { owner, message, signature };
    });
    const accepted: string[] = [];
    for (let round = 0; round < length(250, 10_000); round += 1) {
      const honest = signed[below(signed.length)];
      if (!honest) throw new Error("nothing to forge");
      const forged = forge(honest, below);
      const { scriptHex, message, signature } = forged;
      if (verifyMessage(forged).ok || isSignedBy(scriptHex, message, signature))
        accepted.push(JSON.stringify(forged));
    }
    expect(accepted).toEqual([]);
  },
);

/** Returns a forgery with a changed script, message or signature. */
function forge(
  honest: { readonly owner: MessageKey; readonly message: string; readonly signature: string },
  below: (count: number) => number,
) {
  const { message, signature } = honest;
  const { scriptHex, kind } = honest.owner;
  const bytes = [...base64.decode(signature)];
  const at = below(bytes.length);
  const changed = (some: readonly number[]) => ({
    scriptHex,
    message,
    signature: base64.encode(Uint8Array.from(some)),
  });
  const isLegacy = bytes.length === 65;
  switch (below(6)) {
    case 0:
      return { scriptHex, message: `${message}${below(10)}`, signature };
    case 1:
      return { scriptHex: key(201 + below(50), kind).scriptHex, message, signature };
    case 2:
      return changed(bytes.slice(0, at));
    case 3:
      return changed([...bytes.slice(0, at), below(256), ...bytes.slice(at)]);
    case 4:
      return kind === "p2tr"
        ? changed(bytes.slice(1))
        : { ...changed([]), signature: withHighS(signature) };
    default: {
      // The first byte of a BIP-137 signature only selects another address form of the same key. A
      // change of this byte would not be a forgery.
      const place = isLegacy ? Math.max(at, 1) : at;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << below(8));
      return changed(bytes);
    }
  }
}
