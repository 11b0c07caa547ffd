/** Checks the receipt of a mining statement by adding up the statement again. Pure. */
import { checkPayout, type PayoutStatement } from "#economics";
import { failed, notChecked, ok, type Check } from "./check.ts";
import { type JsonReader } from "./json-reader.ts";
import type { Receipt } from "./receipt.ts";

export interface MiningStatement extends PayoutStatement {
  readonly id: string;
  /** Number of payouts of one day that were compacted into this one. */
  readonly payouts: number;
  readonly transferId: string | null;
  readonly power: (NonNullable<PayoutStatement["power"]> & { transferId: string | null }) | null;
}

/** Lines of a day on which mining was switched every ten seconds. */
const SEGMENTS_MAX = 10_000;

export function readMining(receipt: JsonReader): MiningStatement {
  const reader = receipt.object("statement");
  return {
    id: reader.text("id"),
    from: reader.time("from"),
    to: reader.time("to"),
    payouts: reader.count("payouts"),
    segments: reader.list("segments", SEGMENTS_MAX).map(readSegment),
    carryBeforeNanosats: reader.wholeText("carryBeforeNanosats"),
    carryAfterNanosats: reader.wholeText("carryAfterNanosats"),
    payoutSats: reader.count("payoutSats"),
    transferId: nullableText(reader, "transferId"),
    power: reader.isNull("power") ? null : readPower(reader.object("power")),
  };
}

function readSegment(reader: JsonReader): PayoutStatement["segments"][number] {
  return {
    stretchFrom: reader.time("stretchFrom"),
    from: reader.time("from"),
    to: reader.time("to"),
    hashRateThs: reader.decimal("hashRateThs"),
    difficulty: reader.decimal("difficulty"),
    subsidySats: reader.count("subsidySats"),
    feesSats: reader.count("feesSats"),
    poolFeePercent: reader.decimal("poolFeePercent"),
    nanosats: reader.wholeText("nanosats"),
    power: reader.isNull("power") ? null : readLinePower(reader.object("power")),
  };
}

function readLinePower(reader: JsonReader) {
  return {
    powerKw: reader.decimal("powerKw"),
    usdPerKwh: reader.decimal("usdPerKwh"),
    rateUsdPerBtc: reader.decimal("rateUsdPerBtc"),
    nanosats: reader.wholeText("nanosats"),
  };
}

function readPower(reader: JsonReader) {
  return {
    prepaidBeforeNanosats: reader.wholeText("prepaidBeforeNanosats"),
    chargedSats: reader.count("chargedSats"),
    prepaidAfterNanosats: reader.wholeText("prepaidAfterNanosats"),
    transferId: nullableText(reader, "transferId"),
  };
}

function nullableText(reader: JsonReader, name: string): string | null {
  return reader.isNull(name) ? null : reader.text(name);
}

export function checkMining(receipt: Receipt, statement: MiningStatement): Check[] {
  return [checkSum(receipt, statement), checkTransfers(receipt, statement)];
}

function checkSum({ id }: Receipt, statement: MiningStatement): Check {
  const name = "arithmetic";
  if (statement.id !== id) return failed(name, `the statement is ${statement.id}, not ${id}`);
  try {
    const { addsUp } = checkPayout(statement);
    return addsUp
      ? ok(name, `${statement.segments.length} lines add up to ${statement.payoutSats} sat`)
      : failed(name, "the lines do not add up to the payout and its carry");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failed(name, `a line cannot be calculated: ${error.message}`);
  }
}

function checkTransfers({ transfers }: Receipt, statement: MiningStatement): Check {
  const name = "ledger";
  const { transferId, payoutSats, payouts, power } = statement;
  if (payouts !== 1)
    return transfers.length === 0
      ? notChecked(
          name,
          `${payouts} payouts of one day were combined, so each has its own transfer`,
        )
      : failed(name, "a combined statement has no single transfer");
  const expected = [
    { id: transferId, amount: payoutSats, isGain: true },
    { id: power?.transferId ?? null, amount: power?.chargedSats ?? 0, isGain: false },
  ].filter(({ amount }) => amount > 0);
  for (const { id, amount, isGain } of expected) {
    const transfer = transfers.find((one) => one.id === id);
    if (!transfer) return failed(name, `the transfer of ${amount} sat is missing`);
    const side = isGain ? transfer.credit : transfer.debit;
    if (transfer.asset !== "BTC" || transfer.amount !== amount)
      return failed(name, `transfer ${transfer.id} moves ${transfer.amount}, not ${amount} sat`);
    if (side.account !== "own:available")
      return failed(name, `transfer ${transfer.id} does not move the user's money`);
  }
  if (transfers.length !== expected.length)
    return failed(name, "the receipt has transfers that its statement does not name");
  return expected.length === 0
    ? notChecked(name, "the payout is below one satoshi and moves no money")
    : ok(name, `${payoutSats} sat were credited`);
}
