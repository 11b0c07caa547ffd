import { describe, expect, test } from "vitest";
import { NOW_MS, template } from "../testing/template.ts";
import { REGTEST_GENESIS, WORKED } from "../testing/vectors.ts";
import { isAtMost, shareMicros, shareTarget, targetBytes } from "./difficulty.ts";
import { commonMask } from "./extensions.ts";
import { jobFrom } from "./job.ts";
import { judgeShare, rolledVersion, shareKey, type Judged, type SentJob } from "./judge-share.ts";

const displayed = (internal: Buffer) => Buffer.from(internal.toReversed()).toString("hex");
const bytes = (hex: string) => Buffer.from(hex, "hex");

const sent = (micros: number): SentJob => ({
  id: "1",
  job: {
    ...jobFrom(template(), { serial: 1, bootNonce: Buffer.alloc(4), payScriptHex: "51" }),
    version: WORKED.version,
    bits: WORKED.bits,
    coinbaseTail: bytes(WORKED.coinbaseTail),
    branches: [bytes(WORKED.branch)],
  },
  variant: 0,
  coinbaseHead: bytes(WORKED.coinbaseHead),
  micros,
  target: shareTarget(micros),
  sentAtMs: NOW_MS,
});

const worked = (changes: Partial<Judged> = {}): Judged => ({
  sent: sent(2_463),
  extranonce1: bytes(WORKED.extranonce1),
  versionMask: WORKED.mask,
  nonces: {
    extranonce2: bytes(WORKED.extranonce2),
    timeSeconds: Number.parseInt(WORKED.timeHex, 16),
    nonce: Number.parseInt(WORKED.nonceHex, 16),
    versionBits: Number.parseInt(WORKED.versionBits, 16),
  },
  nowMs: NOW_MS,
  isSeen: () => false,
  ...changes,
});

function accepted(judged: Judged) {
  const verdict = judgeShare(judged);
  if (verdict.kind !== "accepted") throw new Error(verdict.rejection.text);
  return verdict;
}

function refused(judged: Judged) {
  const verdict = judgeShare(judged);
  return verdict.kind === "accepted" ? undefined : verdict.rejection;
}

describe("the example share calculated by hand", () => {
  test("the share has the Merkle root, header and hash calculated by hand", () => {
    const { header, hash, ...rest } = accepted(worked());
    expect(header.subarray(36, 68).toString("hex")).toBe(WORKED.root);
    expect(header.subarray(0, 4).toString("hex")).toBe(WORKED.headerStart);
    expect(displayed(header.subarray(4, 36))).toBe(REGTEST_GENESIS);
    expect(displayed(hash)).toBe(WORKED.hash);
    expect(rest.shareMicros).toBe(WORKED.shareMicros);
    expect(rest.isBlock).toBe(true);
  });

  test("a share with exactly the required difficulty is accepted", () => {
    expect(refused(worked({ sent: sent(2_463) }))).toBeUndefined();
    expect(refused(worked({ sent: sent(2_464) }))).toMatchObject({ code: 23 });
  });

  test("a repeated hash is rejected as a duplicate even if it is too easy", () => {
    const keys = new Set([shareKey(Buffer.from(bytes(WORKED.hash).toReversed()))]);
    const isSeen = (key: string) => keys.has(key);
    expect(refused(worked({ isSeen }))).toMatchObject({ code: 22 });
    expect(refused(worked({ isSeen, sent: sent(9_999) }))).toMatchObject({ code: 22 });
  });

  test("a too easy share that is a block returns the block's data", () => {
    const verdict = judgeShare(worked({ sent: sent(9_999) }));
    expect(verdict).toMatchObject({ kind: "rejected", solved: { isBlock: true } });
    const job = { ...sent(9_999).job, networkTarget: targetBytes(1n) };
    expect(judgeShare(worked({ sent: { ...sent(9_999), job } }))).not.toHaveProperty("solved");
  });
});

describe("time of a share (ntime)", () => {
  const at = (timeSeconds: number) =>
    refused(worked({ nonces: { ...worked().nonces, timeSeconds }, sent: sent(1) }))?.text;
  const now = NOW_MS / 1_000;
  const [early, late] = [now - 600, now + 7_200];

  test("ntime may be up to and including two hours in the future", () => {
    expect([at(early - 1), at(late + 1)]).toEqual(["Ntime out of range", "Ntime out of range"]);
    expect([at(early), at(late)]).not.toContain("Ntime out of range");
  });
});

describe("version rolling (BIP310)", () => {
  test("the common mask of 1fffe000 and 18000000 is 18000000", () => {
    expect(commonMask(0x1fff_e000, 0x1800_0000)).toBe(0x1800_0000);
    expect(commonMask(0xffff_ffff, 0x1fff_e000)).toBe(0x1fff_e000);
  });

  test.each([
    // mask, bits, expected error text
    [0x1fff_e000, 0x0000_4000, undefined],
    [0x0000_3000, 0x0000_4000, "Invalid version mask"],
    [0x0000_3000, 0x0000_3000, undefined],
    [0, 0, undefined],
    [0, 0x2000, "Invalid version mask"],
    [0x1fff_e000, 0x2000_0000, "Invalid version mask"],
    [0x1fff_e000, 0x8000_0000, "Invalid version mask"],
  ])(
    "version bits outside the mask are rejected: mask %i, bits %i",
    (versionMask, versionBits, text) => {
      const nonces = { ...worked().nonces, versionBits };
      const rejection = refused(worked({ versionMask, nonces }));
      expect(rejection?.code === 20 ? rejection.text : undefined).toBe(text);
    },
  );

  test("three formulas for rolled versions agree for a job without rolled bits", () => {
    const [job, mask, bits] = [0x2000_0000, 0x1fff_e000, 0x00ab_e000];
    const replaced = rolledVersion(job, mask, bits);
    expect([job ^ bits, job | bits]).toEqual([replaced, replaced]);
    expect(replaced).toBe(0x20ab_e000);
  });
});

describe("difficulty of shares and targets", () => {
  test("difficulty 1 takes 2^32 hashes and is 1d00ffff in compact form", () => {
    expect(shareTarget(1_000_000)).toEqual(targetBytes(0xffffn << 208n));
    expect(shareMicros(targetBytes(0xffffn << 208n).toReversed())).toBe(1_000_000n);
  });

  test("compact form 1703629a yields Bitcoin's difficulty of May 2024", () => {
    const target = targetBytes(0x03629an << (8n * (0x17n - 3n)));
    // Expected difficulty: 83,148,355,189,239.769...
    expect(shareMicros(target.toReversed()) / 10_000n).toBe(8_314_835_518_923_976n);
  });

  test("a hash of zero has the highest difficulty", () => {
    expect(shareMicros(Buffer.alloc(32))).toBe((0xffffn << 208n) * 1_000_000n);
  });

  test("a hash equal to its target is accepted", () => {
    const target = targetBytes(0x1234_5678n << 100n);
    const above = targetBytes((0x1234_5678n << 100n) + 1n);
    expect(isAtMost(target.toReversed(), target)).toBe(true);
    expect(isAtMost(above.toReversed(), target)).toBe(false);
  });
});
