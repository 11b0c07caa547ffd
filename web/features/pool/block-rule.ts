/**
 * Texts that explain when a share becomes a block, and which factors determine the time to the
 * first block.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { poolTexts as texts } from "./strings.ts";

type Pool = Pick<ApiAnswer<"getPool">, "network" | "blockDifficulty" | "canFindBlocks">;

export function blockRule({ network, blockDifficulty, canFindBlocks }: Pool) {
  if (blockDifficulty !== null)
    return { rule: texts.ruleRegtest(blockDifficulty), first: texts.firstDue };
  if (canFindBlocks) return { rule: texts.ruleTestnet, first: texts.firstByChance };
  return {
    rule: network === "regtest" ? texts.ruleStill : texts.ruleSignet,
    first: texts.firstNever,
  };
}
