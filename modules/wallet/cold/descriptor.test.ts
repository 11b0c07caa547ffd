/**
 * Tests the descriptor's BIP380 checksum, the derived addresses, and the refusal for each kind of
 * invalid input.
 */
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { expect, test } from "vitest";
import { ACCOUNT_PATH, KEY_VERSIONS } from "../chain/account.ts";
import { coldPerson, descriptorOf, withChecksum } from "../testing/cold-keys.ts";
import { descriptorChecksum } from "./descriptor-checksum.ts";
import { parseDescriptor } from "./descriptor.ts";

const [ann, bo] = [coldPerson("Ann"), coldPerson("Bo")];
const onRegtest = { network: "regtest" } as const;
const refusedAs = (text: string): string => {
  try {
    parseDescriptor(text, onRegtest);
    return "taken";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

test("the checksum matches BIP380's test vector and changes with each character", () => {
  expect(descriptorChecksum("raw(deadbeef)")).toBe("89f8spxm");
  const body = `wpkh(${ann.key})`;
  const right = descriptorChecksum(body);
  for (let place = 0; place < body.length; place += 1) {
    const other = body[place] === "a" ? "b" : "a";
    const changed = `${body.slice(0, place)}${other}${body.slice(place + 1)}`;
    expect(descriptorChecksum(changed)).not.toBe(right);
  }
  expect(descriptorChecksum("wpkh(é)")).toBeUndefined();
});

test("the public test phrase's descriptor yields its published addresses", () => {
  const words = `${"abandon ".repeat(11)}about`;
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(words), KEY_VERSIONS).derive(
    ACCOUNT_PATH,
  );
  const key = `[73c5da0a/84h/1h/0h]${account.publicExtendedKey}/0/*`;
  const descriptor = parseDescriptor(withChecksum(`wpkh(${key})`), onRegtest);
  expect(descriptor.threshold).toBe(1);
  expect(descriptor.derive(0).address).toBe("bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk");
  expect(descriptor.derive(1).address).toBe("bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh");
});

test("apostrophes, outer spaces and key order do not change the addresses", () => {
  const text = descriptorOf([ann, bo]);
  const quoted = withChecksum(
    (text.split("#")[0] ?? "").replaceAll("h/", "'/").replaceAll("h]", "']"),
  );
  expect(parseDescriptor(`  ${quoted}\n`, onRegtest).text).toBe(text);
  const [one, other] = [[ann, bo] as const, [bo, ann] as const].map((people) =>
    parseDescriptor(descriptorOf(people), onRegtest),
  );
  expect(one?.derive(7).address).toBe(other?.derive(7).address);
});

test("addresses are derived on the first of two branches", () => {
  const text = descriptorOf([ann, bo]);
  const body = (text.split("#")[0] ?? "").replaceAll("/0/*", "/<0;1>/*");
  const descriptor = parseDescriptor(withChecksum(body), onRegtest);
  expect(descriptor.text).toBe(text);
  expect(descriptor.derive(3)).toEqual(parseDescriptor(text, onRegtest).derive(3));
});

test.each([", ", ",\n  ", " , "])("whitespace inside a descriptor is ignored: %j", (comma) => {
  const text = descriptorOf([ann, bo]);
  const [body = "", checksum] = text.split("#");
  const spaced = body.replaceAll(",", comma);
  expect(parseDescriptor(`${spaced}#${checksum}`, onRegtest).text).toBe(text);
  const counted = spaced.includes("\n") ? `${spaced}#${checksum}` : withChecksum(spaced);
  expect(parseDescriptor(counted, onRegtest).text).toBe(text);
  const split = ann.privateKey.replace(/^(.{30})/, "$1\n");
  expect(refusedAs(withChecksum(`wpkh(${split})`))).toBe("cold_private_key");
});

test("private keys, mainnet keys and single-signer descriptors are refused", () => {
  expect(refusedAs(withChecksum(`wpkh(${ann.privateKey})`))).toBe("cold_private_key");
  expect(refusedAs("wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)")).toBe(
    "cold_private_key",
  );
  const mainnet = ann.key.replace("tpub", "xpub");
  expect(refusedAs(withChecksum(`wpkh(${mainnet})`))).toBe("cold_mainnet_key");
  expect(refusedAs(withChecksum(`wpkh(${ann.key.replace("tpub", "zpub")})`))).toBe(
    "cold_mainnet_key",
  );
  const text = descriptorOf([ann, bo]);
  expect(refusedAs(text.split("#")[0] ?? "")).toBe("cold_descriptor");
  expect(refusedAs(text.replace(/.$/, (last) => (last === "q" ? "p" : "q")))).toBe("cold_checksum");
  const twins = [ann.key, ann.key].join(",");
  const bare = ann.key.replace(/^\[.*\]/, "");
  const wrong = [
    `wsh(sortedmulti(1,${ann.key},${bo.key}))`,
    `wsh(sortedmulti(3,${ann.key},${bo.key}))`,
    `wsh(sortedmulti(2,${ann.key}))`,
    `wsh(sortedmulti(2,${twins}))`,
    `wsh(multi(2,${ann.key},${bo.key}))`,
    `sh(wsh(sortedmulti(2,${ann.key},${bo.key})))`,
    `wpkh(${bare})`,
    `wpkh(${ann.key.replace("/*", "")})`,
    `wpkh(${ann.key.replace("/0/*", "/<0h;1h>/*")})`,
    `wpkh(${ann.key.replace("/0/*", "/<0;1>/<0;1>/*")})`,
    `wpkh(${ann.key.replace("/0/*", "/0h/*")})`,
    `pkh(${ann.key})`,
    `tr(${ann.key})`,
    `wpkh(${ann.key.replace(/tpub....../, "tpubAAAAAA")})`,
    "",
    "x".repeat(2_000),
  ];
  const accepted = wrong.filter((body) => refusedAs(withChecksum(body)) !== "cold_descriptor");
  expect(accepted).toEqual([]);
});

test("the hot wallet's own key is refused", () => {
  const hotXpub = /\](tpub[^/]+)/.exec(ann.key)?.[1] ?? "";
  expect(() =>
    parseDescriptor(withChecksum(`wpkh(${ann.key})`), { ...onRegtest, hotXpub }),
  ).toThrow(/hot wallet's own/);
});
