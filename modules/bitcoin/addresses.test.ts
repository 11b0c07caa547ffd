import { hex } from "@scure/base";
import { Address, OutScript } from "@scure/btc-signer";
import { createBase58check, bech32, bech32m } from "@scure/base";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../test/support/inputs/any-character.ts";
import { formatAddress, parseAddress } from "./addresses.ts";
import { networkParams, PRACTICE_NETWORKS } from "./networks.ts";
import { dustLimitSats, scriptKind } from "./scripts.ts";

// BIP84 vectors for the phrase "abandon" x 11 + "about", account m/84'/1'/0'.
const FIRST_SCRIPT = "0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1";
const FIRST_REGTEST = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
const FIRST_SIGNET = "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl";
const SECOND_REGTEST = "bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh";
const CHANGE_REGTEST = "bcrt1q9u62588spffmq4dzjxsr5l297znf3z6jkgnhsw";
// A valid taproot key: the generator point's x coordinate.
const TAPROOT_SCRIPT = "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

const base58check = createBase58check(sha256);

const hash = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(hex.encode);
const anyScript = fc.oneof(
  hash(20).map((digest) => `0014${digest}`),
  hash(32).map((digest) => `0020${digest}`),
  hash(20).map((digest) => `76a914${digest}88ac`),
  hash(20).map((digest) => `a914${digest}87`),
  fc.constant(TAPROOT_SCRIPT),
);

function problemOf(network: "regtest" | "signet" | "testnet4", text: string): string {
  const parsed = parseAddress(network, text);
  return parsed.ok ? "accepted" : parsed.problem;
}

describe("test vectors", () => {
  test("the first BIP84 addresses of the test phrase are correct", () => {
    expect(formatAddress("regtest", FIRST_SCRIPT)).toBe(FIRST_REGTEST);
    expect(formatAddress("signet", FIRST_SCRIPT)).toBe(FIRST_SIGNET);
    expect(formatAddress("testnet4", FIRST_SCRIPT)).toBe(FIRST_SIGNET);
    for (const address of [FIRST_REGTEST, SECOND_REGTEST, CHANGE_REGTEST])
      expect(parseAddress("regtest", address)).toMatchObject({ ok: true, kind: "p2wpkh", address });
  });

  test("an upper-case address is stored in lower case", () => {
    expect(parseAddress("regtest", FIRST_REGTEST.toUpperCase())).toMatchObject({
      ok: true,
      scriptHex: FIRST_SCRIPT,
      address: FIRST_REGTEST,
    });
    expect(problemOf("regtest", FIRST_REGTEST.replace("q6rz", "q6Rz"))).toBe("mixed-case");
  });

  test("the dust limits of all five script kinds equal Bitcoin Core's", () => {
    expect(dustLimitSats("p2wpkh")).toBe(294n);
    expect(dustLimitSats("p2wsh")).toBe(330n);
    expect(dustLimitSats("p2tr")).toBe(330n);
    expect(dustLimitSats("p2sh")).toBe(540n);
    expect(dustLimitSats("p2pkh")).toBe(546n);
  });
});

describe("address and script round trips", () => {
  test("a script converted to an address and back is unchanged", () => {
    fc.assert(
      fc.property(anyScript, fc.constantFrom(...PRACTICE_NETWORKS), (scriptHex, network) => {
        const address = formatAddress(network, scriptHex);
        expect(parseAddress(network, address ?? "")).toEqual({
          ok: true,
          scriptHex,
          kind: scriptKind(scriptHex),
          address,
        });
        const theirs = OutScript.encode(Address(networkParams(network)).decode(address ?? ""));
        expect(hex.encode(theirs)).toBe(scriptHex);
      }),
      { numRuns: 2_000 },
    );
  });

  test("an address with one wrong character is rejected", () => {
    fc.assert(
      fc.property(anyScript, fc.nat(), fc.nat(), (scriptHex, where, which) => {
        const address = formatAddress("regtest", scriptHex) ?? "";
        const place = where % address.length;
        const letters = "023456789acdefghjklmnpqrstuvwxyz";
        const letter = letters[which % letters.length] ?? "q";
        fc.pre(address[place] !== letter);
        const typo = address.slice(0, place) + letter + address.slice(place + 1);
        expect(parseAddress("regtest", typo).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("refused addresses", () => {
  test("1,000 mainnet addresses of every kind are rejected on every network", () => {
    const digest = hash(20);
    const mainnet = fc.oneof(
      digest.map((d) => bech32.encode("bc", [0, ...bech32.toWords(hex.decode(d))])),
      hash(32).map((d) => bech32.encode("bc", [0, ...bech32.toWords(hex.decode(d))])),
      fc.constant(
        bech32m.encode("bc", [1, ...bech32m.toWords(hex.decode(TAPROOT_SCRIPT.slice(4)))]),
      ),
      digest.map((d) => base58check.encode(Uint8Array.of(0, ...hex.decode(d)))),
      digest.map((d) => base58check.encode(Uint8Array.of(5, ...hex.decode(d)))),
    );
    let accepted = 0;
    fc.assert(
      fc.property(mainnet, fc.boolean(), (address, isShouted) => {
        const text = isShouted && address.startsWith("bc") ? address.toUpperCase() : address;
        for (const network of PRACTICE_NETWORKS) {
          const parsed = parseAddress(network, text);
          if (parsed.ok || !parsed.text.includes("mainnet")) accepted += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBe(0);
  });

  test("the refusal of a mainnet address names the installation's network", () => {
    for (const address of [
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    ])
      expect(parseAddress("regtest", address)).toEqual({
        ok: false,
        problem: "wrong-network",
        text: "This address belongs to real bitcoin (mainnet). This site sends test coins on regtest only.",
      });
  });

  test("an address from a different practice network is rejected", () => {
    expect(problemOf("regtest", FIRST_SIGNET)).toBe("wrong-network");
    expect(problemOf("signet", FIRST_REGTEST)).toBe("wrong-network");
  });

  test("an address with the wrong bech32 variant is rejected (BIP350)", () => {
    const taproot = bech32.toWords(hex.decode(TAPROOT_SCRIPT.slice(4)));
    expect(problemOf("regtest", bech32.encode("bcrt", [1, ...taproot]))).toBe("wrong-encoding");
    expect(problemOf("regtest", bech32m.encode("bcrt", [0, ...taproot]))).toBe("wrong-encoding");
  });

  test("witness versions 2 to 16 are rejected", () => {
    const program = bech32m.toWords(new Uint8Array(32).fill(7));
    for (let version = 2; version <= 16; version += 1)
      expect(problemOf("regtest", bech32m.encode("bcrt", [version, ...program]))).toBe(
        "unsupported-version",
      );
    const anchor = bech32m.encode("bcrt", [1, ...bech32m.toWords(Uint8Array.of(0x4e, 0x73))]);
    expect(problemOf("regtest", anchor)).toBe("unsupported-version");
  });

  test("a taproot key that is not on the curve is rejected", () => {
    const words = bech32m.toWords(new Uint8Array(32).fill(0xff));
    expect(problemOf("regtest", bech32m.encode("bcrt", [1, ...words]))).toBe("unreadable");
  });

  test.each([
    ["", "empty"],
    [` ${FIRST_REGTEST}`, "unreadable"],
    [`${FIRST_REGTEST} `, "mixed-case or checksum"],
    [`bitcoin:${FIRST_REGTEST}`, "link"],
    ["bcrt1", "checksum"],
    ["hello", "unreadable"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "wrong-network"],
    ["x".repeat(91), "too-long"],
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm", "checksum"],
    ["٠".repeat(30), "unreadable"],
  ])("the text %j is refused: %s", (text, problem) => {
    expect(problem).toContain(problemOf("regtest", text));
  });

  test("parsing any text returns an address or a reason and never throws", () => {
    let failures = 0;
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 120 }),
        fc.boolean(),
        (text, isPrefixed) => {
          const parsed = parseAddress("regtest", isPrefixed ? `bcrt1${text}` : text);
          if (!parsed.ok && !parsed.text.includes("regtest")) failures += 1;
        },
      ),
      { numRuns: 2_000 },
    );
    expect(failures).toBe(0);
  });
});
