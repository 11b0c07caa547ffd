/** A share that was calculated by hand, byte by byte. */
export const REGTEST_GENESIS = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";

export const WORKED = {
  coinbaseHead:
    "02000000010000000000000000000000000000000000000000000000000000000000000000ffffffff1a510b2f48617368666c6f6f722f0c",
  coinbaseTail: "ffffffff0100f2052a01000000160014d0c4a3ef09e997b6e99e397e518fe3e41a118ca100000000",
  branch: "f38c764c8aa00b6578f4254a4dc6d9b50f88fa926e270ea7859bd1b707cd8662",
  notifyPrevious: "466e2206590b1a116012afcabf5beb433a4fc3281f2a335e3cb7b2c70f9188f1",
  extranonce1: "00000001",
  extranonce2: "0000000000000002",
  version: 0x2000_0000,
  mask: 0x1fff_e000,
  versionBits: "00abe000",
  bits: 0x207f_ffff,
  timeHex: "66000000",
  nonceHex: "0005fea9",
  root: "ca06c4244dfed063914081dc8d8fbc9bfef560ef8881629cf76608e5f80d12f9",
  headerStart: "00e0ab20",
  hash: "00000195e8c466c88ce655a7038c968e0bcb4c3f3f73e582f71c61dcbf28a40d",
  /** Difficulty 0.002463, in millionths. */
  shareMicros: 2_463n,
} as const;
