/** Tests which failures of Bitcoin Core a reindex can repair, with log lines from version 28.1. */
import { describe, expect, test } from "vitest";
import { coreFailure, isReindexing } from "./core-damage.ts";

const at = "2026-11-22T23:37:29Z ";
const advice = "Please restart with -reindex or -reindex-chainstate to recover.";

const DAMAGED: readonly (readonly [written: string, reason: string])[] = [
  [
    `${at}[error] txindex: best block of the index not found. Please rebuild the index.`,
    "txindex: best block of the index not found. Please rebuild the index.",
  ],
  [
    `${at}[error] Fatal LevelDB error: Corruption: no meta-nextfile entry in descriptor\n${at}: Error opening block database.\n${advice}`,
    "Fatal LevelDB error: Corruption: no meta-nextfile entry in descriptor",
  ],
  [`: Error opening block database.\n${advice}`, "Error opening block database."],
  [`${at}: Corrupted block database detected.\n${advice}`, "Corrupted block database detected."],
  [`${at}: Error loading block database.\n${advice}`, "Error loading block database."],
  [`${at}: Error initializing block database.\n${advice}`, "Error initializing block database."],
  [
    `${at}[error] Fatal LevelDB error: Corruption: checksum mismatch: /data/regtest/chainstate/000011.log`,
    "Fatal LevelDB error: Corruption: checksum mismatch: /data/regtest/chainstate/000011.log",
  ],
  [
    `${at}Error: Unable to replay blocks. You will need to rebuild the database using -reindex-chainstate.`,
    "Unable to replay blocks. You will need to rebuild the database using -reindex-chainstate.",
  ],
  [
    `${at}Error: The coins database detected an inconsistent state, likely due to a previous crash or shutdown. You will need to restart bitcoind with the -reindex-chainstate or -reindex configuration option.`,
    "The coins database detected an inconsistent state, likely due to a previous crash or shutdown. You will need to restart bitcoind with the -reindex-chainstate or -reindex configuration option.",
  ],
  [
    `${at}Error: Witness data for blocks after height 0 requires validation. Please restart with -reindex.`,
    "Witness data for blocks after height 0 requires validation. Please restart with -reindex.",
  ],
  [
    "bitcoind: validation.cpp:3308: void Chainstate::PruneBlockIndexCandidates(): Assertion `!setBlockIndexCandidates.empty()' failed.",
    "bitcoind: validation.cpp:3308: void Chainstate::PruneBlockIndexCandidates(): Assertion `!setBlockIndexCandidates.empty()' failed.",
  ],
];

const ELSEWHERE: readonly string[] = [
  "Error: Cannot obtain a lock on data directory /data/regtest. Bitcoin Core is probably already running.",
  `${at}[error] Disk space is too low!`,
  `${at}Error: Disk space is low for "/data/regtest/blocks"`,
  `${at}[error] Fatal LevelDB error: IO error: /data/regtest/chainstate/000012.log: No space left on device\n${at}: Error opening block database.\n${advice}`,
  `${at}[error] Fatal LevelDB error: IO error: /data/regtest/chainstate/LOCK: Permission denied\n${at}: Error opening block database.\n${advice}`,
  `${at}Error: Unable to bind to 127.0.0.1:18444 on this computer. Bitcoin Core is probably already running.`,
  `${at}Error: Unable to bind any endpoint for RPC server`,
  `${at}: The block database contains a block which appears to be from the future. This may be due to your computer's date and time being set incorrectly.\n${advice}`,
  `${at}: You need to rebuild the database using -reindex to go back to unpruned mode.  This will redownload the entire blockchain`,
  `${at}Error: Specified -walletdir "/none" does not exist`,
];

/** Log lines from a normal start. */
const CALM = `${at}Command-line arg: reindex=""
${at}Warning: Disk space for "/data/regtest/blocks" may not accommodate the block files. Approximately 1 GB of data will be stored in this directory.
${at}Opening LevelDB in /data/regtest/blocks/index
${at}Verification: No coin database inconsistencies in last 6 blocks (6 transactions)`;

describe("failures of Bitcoin Core", () => {
  test.each(DAMAGED)("a reindex repairs: %s", (written, reason) => {
    const failure = { reason, isMendedByReindex: true };
    expect(coreFailure(written)).toEqual(failure);
    expect(coreFailure(`${CALM}\n${written}\n${at}Shutdown: done`)).toEqual(failure);
  });

  test.each(ELSEWHERE)("a reindex does not repair: %s", (written) => {
    expect(coreFailure(`${CALM}\n${written}`)).toMatchObject({ isMendedByReindex: false });
  });

  test("the reported reason is the node's own message without its timestamp", () => {
    expect(coreFailure(`${at}[error] Disk space is too low!`)?.reason).toBe(
      "Disk space is too low!",
    );
    expect(coreFailure(ELSEWHERE[0] ?? "")?.reason).toMatch(/^Cannot obtain a lock/);
    expect(coreFailure("Error: something new")).toEqual({
      reason: "something new",
      isMendedByReindex: false,
    });
  });

  test("a normal log reports no failure", () => {
    expect(coreFailure(CALM)).toBeUndefined();
    expect(coreFailure("")).toBeUndefined();
  });
});

test("a reindex is in progress until the log reports its end", () => {
  const begun = `${at}Reindexing block file blk00000.dat...`;
  const finished = `${begun}\n${at}Reindexing finished`;
  expect([CALM, begun, finished, `${finished}\n${begun}`].map(isReindexing)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
