import type { Row } from "../journal/read-rows.ts";

/** A closed trade of another broker, as every format is read to. */
export type ImportFormat = "MT5" | "OANDA" | "CTRADER";

/** Names of the formats in refusals. */
export const FORMAT_NAMES: Readonly<Record<ImportFormat, string>> = {
  MT5: "MetaTrader 5",
  OANDA: "OANDA",
  CTRADER: "cTrader",
};

export interface ReadTrade {
  /** The broker's number of the trade. */
  readonly ticket: string;
  readonly instrument: string;
  readonly side: "buy" | "sell";
  /** Null if the contract size of the instrument is unknown. */
  readonly units: number | null;
  /** Size as written in the file. */
  readonly quantity: string;
  readonly openedAt: Date;
  readonly closedAt: Date;
  readonly price: string;
  readonly closePrice: string;
  readonly resultCents: bigint;
  readonly swapCents: bigint;
  readonly commissionCents: bigint;
}

/** Reads the rows below a file's column names, in the order of the file. */
export interface TradeReader {
  readonly currency: string | null;
  /** True for a row that ends the table. */
  readonly isEnd: (row: Row) => boolean;
  /** Returns the trades that the row closes. Other rows are skipped. */
  readonly tradesOf: (row: Row) => readonly ReadTrade[];
}
