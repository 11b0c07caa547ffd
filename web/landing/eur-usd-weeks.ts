/**
 * Weekly EUR/USD rates from 2024-04-22 to 2026-04-13, computed from the European Central Bank's
 * euro reference rates. Source: ECB statistics.
 */

/** Rates in 0.0001 USD. A week opens at the last rate of the previous week. */
export type Week = readonly [open: number, high: number, low: number, close: number];

/** Monday of the first week. */
export const firstWeek = "2024-04-22";

const FIRST_OPEN = 10653;

/**
 * Each week is `up,down,close`: the distances of the highest and the lowest rate from the close,
 * and the close. The format is compact, because the public page contains this text.
 */
const WEEKS =
  "6,82,10714 0,46,10744 0,47,10779 22,65,10844 24,10,10840 30,37,10852 0,56,10898 212,0,10686 " +
  "61,2,10688 25,17,10705 0,119,10824 0,76,10890 44,0,10890 30,12,10860 25,46,10835 49,82,10917 " +
  "25,77,10994 14,127,11121 76,0,11087 0,68,11103 22,65,11081 0,85,11166 36,39,11158 167,0,11029 " +
  "91,6,10938 91,0,10847 28,58,10825 0,111,10885 132,77,10772 189,50,10583 171,0,10412 0,150,10562 " +
  "0,89,10581 63,27,10518 128,0,10390 0,45,10435 145,0,10299 122,18,10304 6,100,10298 0,174,10472 " +
  "137,0,10393 45,103,10377 0,158,10478 13,31,10465 86,0,10411 0,446,10857 23,59,10889 91,0,10827 " +
  "30,12,10797 40,269,11057 0,396,11346 17,36,11360 119,0,11357 30,0,11343 108,0,11252 58,88,11194 " +
  "20,107,11301 42,58,11339 12,72,11411 82,102,11512 59,37,11515 0,232,11704 43,63,11767 84,0,11683 " +
  "40,71,11650 32,74,11724 320,0,11404 0,244,11648 23,82,11688 80,0,11608 39,65,11658 18,51,11697 " +
  "26,33,11718 101,18,11736 121,0,11672 20,62,11734 166,0,11568 0,128,11681 69,25,11612 86,4,11554 " +
  "0,70,11561 0,87,11648 128,6,11520 20,46,11566 23,79,11645 0,97,11731 64,0,11712 0,75,11787 " +
  "66,0,11721 79,0,11642 75,0,11617 0,125,11742 55,177,11919 125,0,11794 38,68,11862 95,14,11767 " +
  "9,38,11805 244,0,11561 165,0,11476 0,79,11555 79,0,11517 80,41,11525 0,186,11711 27,0,11684 ";

export const eurUsdWeeks: readonly Week[] = readWeeks();

function readWeeks(): Week[] {
  let open = FIRST_OPEN;
  return WEEKS.trim()
    .split(/\s+/)
    .map((week) => {
      const [up = 0, down = 0, close = 0] = week.split(",").map(Number);
      const read: Week = [open, close + up, close - down, close];
      open = close;
      return read;
    });
}
