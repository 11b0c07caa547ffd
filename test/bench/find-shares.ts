/**
 * Finds valid shares in two separate processes before the measurement starts, because the benchmark
 * measures the pool and not the search for shares.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { findShare, type Work } from "../support/chain/stratum-miner.ts";

const PROCESSES = 2;
const CHILD = "child";

interface Wanted {
  readonly works: readonly Work[];
  readonly count: number;
}

type Found = readonly (readonly string[])[];

/** Finds `count` shares for each work item. The results are in the order of `works`. */
export async function findShares(works: readonly Work[], count: number): Promise<readonly Found[]> {
  const size = Math.ceil(works.length / PROCESSES);
  const parts = Array.from({ length: PROCESSES }, (_, at) =>
    works.slice(at * size, (at + 1) * size),
  );
  const shares = await Promise.all(parts.map((part) => findElsewhere({ works: part, count })));
  return shares.flat();
}

async function findElsewhere(wanted: Wanted): Promise<readonly Found[]> {
  const child = fork(import.meta.filename, [CHILD], { serialization: "advanced" });
  child.send(wanted);
  const [shares] = (await once(child, "message")) as [readonly Found[]];
  return shares;
}

function findHere({ works, count }: Wanted): readonly Found[] {
  return works.map((work, index) =>
    Array.from({ length: count }, (_, at) => {
      // The list may contain the same miner twice, so the extranonce differs per item.
      const extranonce2 = (index * count + at + 1).toString(16).padStart(16, "0");
      return findShare({ ...work, extranonce2 });
    }),
  );
}

if (process.argv[2] === CHILD)
  process.once("message", (wanted) => {
    process.send?.(findHere(wanted as Wanted), () => process.exit(0));
  });
