/**
 * Tests the recognition of other brokers' histories, and the trades read from them. The files have
 * the column names of real exports, with invented trades.
 */
import { describe, expect, test } from "vitest";
import { readHistory } from "./read-history.ts";

const MT5 = `Trade History Report,,,,,,,,,,,,
Account:,,,"52603751 (EUR, Broker-Demo, demo, Hedge)",,,,,,,,,
Positions,,,,,,,,,,,,
Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit
2026.01.05 09:00:00,1001,EURUSD.pro,buy,0.10,1.10000,,,2026.01.05 10:30:00,1.10200,- 0.70,0.50,20.00
2026.07.06 09:00:00,1002,XAUUSD,sell,0.02,4 182.78,,,2026.07.06 09:10:00,4 186.14,0.00,0.00,- 1 006.72
2026.07.07 09:00:00,1003,GBPUSD,buy,0.10,1.30000,,,,,0.00,0.00,3.00
Orders,,,,,,,,,,,,
Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,,Comment,
2026.01.05 09:00:00,1001,EURUSD,buy,0.10 / 0.10,,,,2026.01.05 09:00:00,filled,,,`;

const OANDA_HEAD =
  "TICKET,TRANSACTION DATE,TRANSACTION TYPE,DETAILS,INSTRUMENT,PRICE,UNITS,DIRECTION,SPREAD COST,STOP LOSS,TAKE PROFIT,FINANCING,COMMISSION,PL,BALANCE";
const OANDA = `${OANDA_HEAD}
588,2026-04-08 09:50:45 UTC,MARKET_ORDER,CLIENT_ORDER,NZD/USD,,2550,Buy,,,,,,,1493.64
589,2026-04-08 09:50:46 UTC,ORDER_FILL,MARKET_ORDER,NZD/USD,0.58217,2550,Buy,-0.1,,,,,,1493.64
592,2026-04-08 21:00:00 UTC,DAILY_FINANCING,DAILY_FINANCING,,,,,,,,-0.1329,,,1493.51
594,2026-04-09 09:35:17 UTC,ORDER_FILL,MARKET_ORDER_TRADE_CLOSE,NZD/USD,0.58308,-1000,Sell,-0.1,,,0.05,0.02,3.2850,1496.92
595,2026-04-09 09:36:00 UTC,ORDER_FILL,STOP_LOSS_ORDER,NZD/USD,0.58000,1550,Sell,,,,,,-3.3635,1493.56
596,2026-04-10 09:00:00 UTC,ORDER_FILL,TAKE_PROFIT_ORDER,EUR/USD,1.1,100,Sell,,,,,,5.00,1498.56`;

const CTRADER = `ID,Symbol,Opening Direction,Opening Time (UTC+2),Closing Time (UTC+2),Entry price,Closing Price,Closing Quantity,Commission,Swap,Net USD,Balance USD
PID1,EURUSD,Buy,02/03/2026 11:30:00.000,02/03/2026 13:15:20.000,1.08500,1.08750,0.10 Lots,-0.70,-0.10,24.20,10024.20
PID2,XAUUSD,Sell,03/03/2026 10:00:00.000,03/03/2026 10:30:00.000,2650.10,2670.10,50 Oz,0,0,"-1,000.00",9024.20`;

const iso = (date: Date) => date.toISOString();
const reasonOf = (text: string, zone?: string) =>
  readHistory(text, zone).then(
    () => "read",
    (refused: Error) => refused.message,
  );

describe("a MetaTrader 5 report", () => {
  test("closed positions are read in the zone of the broker's server", async () => {
    const { trades, ...history } = await readHistory(MT5, "Europe/Athens");
    expect(history).toEqual({
      format: "MT5",
      timeZone: "Europe/Athens",
      currency: "EUR",
      skipped: 1,
    });
    expect(trades).toHaveLength(2);
    expect(trades[0]).toMatchObject({
      ticket: "1001",
      instrument: "EUR_USD",
      side: "buy",
      units: 10_000,
      price: "1.10000",
      resultCents: 2_000n,
      swapCents: 50n,
      commissionCents: -70n,
    });
    // Winter time is UTC+2 and summer time UTC+3.
    expect(trades.map(({ openedAt }) => iso(openedAt))).toEqual([
      "2026-01-05T07:00:00.000Z",
      "2026-07-06T06:00:00.000Z",
    ]);
    expect(trades[1]).toMatchObject({ units: null, price: "4182.78", resultCents: -100_672n });
  });

  test("the user is asked for the time zone", async () => {
    expect(await reasonOf(MT5)).toMatch(/^import_time_zone: /);
    expect(await reasonOf(MT5, "Mars/Base")).toMatch(/^import_time_zone_unknown: /);
    const { trades } = await readHistory(MT5, "UTC+3");
    expect(iso(trades[0]?.openedAt ?? new Date(0))).toBe("2026-01-05T06:00:00.000Z");
  });

  test("a table with semicolons, tabs or decimal commas has the same trades", async () => {
    const { trades } = await readHistory(MT5, "UTC");
    const tabs = await readHistory(MT5.replaceAll(/"([^"]*)"/g, "$1").replaceAll(",", "\t"), "UTC");
    expect(tabs.trades).toEqual(trades);
    const semicolons = MT5.replaceAll(",", ";").replaceAll(/(\d)\.(\d\d+;)/g, "$1,$2");
    const { trades: decimals } = await readHistory(semicolons, "UTC");
    expect(decimals.map((trade) => trade.resultCents)).toEqual([2_000n, -100_672n]);
  });

  test("a comma in the price of a pair is a decimal comma", async () => {
    const yen =
      "2026.07.08 09:00:00;1004;USDJPY;buy;0,100;149,123;;;2026.07.08 10:00:00;1149,12;0,00;0,00;1.234,56\n";
    const gold =
      "2026.07.08 09:00:00;1005;XAUUSD;buy;0,10;4.182,78;;;2026.07.08 10:00:00;4,190;0,00;0,00;1,234\n";
    const head = `${MT5.split("\n")[3]?.replaceAll(",", ";")}\n`;
    const { trades } = await readHistory(head + yen + gold, "UTC");
    expect(trades.map(({ price, closePrice }) => [price, closePrice])).toEqual([
      ["149.123", "1149.12"],
      ["4182.78", "4190"],
    ]);
    expect(trades.map(({ resultCents }) => resultCents)).toEqual([123_456n, 123_400n]);
    expect(trades[0]?.units).toBe(10_000);
  });
});

describe("an OANDA transaction history", () => {
  test("closing fills are matched with the oldest open units", async () => {
    const { trades, ...history } = await readHistory(OANDA, undefined);
    expect(history).toEqual({ format: "OANDA", timeZone: "UTC", currency: null, skipped: 4 });
    expect(trades).toMatchObject([
      {
        ticket: "594",
        instrument: "NZD_USD",
        side: "buy",
        units: 1_000,
        price: "0.58217",
        closePrice: "0.58308",
        resultCents: 329n,
        swapCents: 5n,
        commissionCents: -2n,
      },
      { ticket: "595", side: "buy", units: 1_550, resultCents: -336n },
    ]);
    expect(trades.map(({ openedAt }) => iso(openedAt))).toEqual([
      "2026-04-08T09:50:46.000Z",
      "2026-04-08T09:50:46.000Z",
    ]);
  });

  test("a file with the newest line first has the same trades", async () => {
    const [head = "", ...lines] = OANDA.split("\n");
    const reversed = [head, ...lines.toReversed()].join("\n");
    expect((await readHistory(reversed, undefined)).trades).toEqual(
      (await readHistory(OANDA, undefined)).trades,
    );
  });

  test("an abbreviated zone is ambiguous, so the user is asked for it", async () => {
    const file = OANDA.replaceAll(" UTC", " AEST");
    expect(await reasonOf(file)).toMatch(/^import_time_zone: /);
    const { trades } = await readHistory(file, "Australia/Sydney");
    expect(iso(trades[0]?.closedAt ?? new Date(0))).toBe("2026-04-08T23:35:17.000Z");
  });
});

describe("a cTrader history", () => {
  test("the zone and the currency are in the names of the columns", async () => {
    const { trades, ...history } = await readHistory(CTRADER, undefined);
    expect(history).toEqual({ format: "CTRADER", timeZone: "UTC+2", currency: "USD", skipped: 0 });
    expect(trades).toMatchObject([
      {
        ticket: "PID1",
        units: 10_000,
        resultCents: 2_500n,
        swapCents: -10n,
        commissionCents: -70n,
      },
      { ticket: "PID2", side: "sell", units: null, quantity: "50 Oz", resultCents: -100_000n },
    ]);
    expect(iso(trades[0]?.closedAt ?? new Date(0))).toBe("2026-03-02T11:15:20.000Z");
  });
});

test.each([
  ["an unknown format", "Symbol,Qty\nES,1", /^import_format: /],
  ["an empty file", "", /^import_format: /],
  ["a file without trades", OANDA_HEAD, /^import_empty: /],
  ["a missing column", CTRADER.replace("Net USD", "Sum"), /Line 1 names no column net/],
  [
    "a wrong date",
    CTRADER.replace("03/03/2026 10:30", "31/02/2026 10:30"),
    /Line 3: the closing time/,
  ],
  ["a wrong price", CTRADER.replace("1.08750", "many"), /Line 2: the closing price/],
  ["a negative price", CTRADER.replace("1.08750", "-1.08750"), /Line 2: the closing price/],
  ["a wrong amount", CTRADER.replace("24.20,", "24.2x,"), /Line 2: the net is not an amount/],
  ["a wrong size", CTRADER.replace("0.10 Lots", "0 Lots"), /Line 2: the size/],
  ["a wrong direction", CTRADER.replace("Sell", "Hold"), /Line 3: the opening direction/],
  ["a closing before the opening", CTRADER.replace("13:15:20", "10:15:20"), /Line 2: the closing/],
  ["an open quotation mark", `${CTRADER}\n"PID3`, /quotation mark in line 4/],
])("%s is refused with its line and reason", async (_, text, reason) => {
  expect(await reasonOf(text)).toMatch(reason);
});

test("a file with too many rows is refused", async () => {
  const line = CTRADER.split("\n")[1] ?? "";
  const text = `${CTRADER}\n${`${line}\n`.repeat(20_000)}`;
  expect(await reasonOf(text)).toMatch(/^journal_file_long: .*20,000 rows/);
});
