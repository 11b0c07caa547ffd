/**
 * Parameters of the practice market, modelled on the ECB's daily rates: levels of 2026-04-13,
 * volatility and correlation of the 250 previous rows, and the distribution of daily move sizes
 * since 1999. They do not determine the direction of a price. Source: European Central Bank.
 * Written by scripts/ecb-fixings.mjs.
 */

/** Date of the levels. */
export const MODEL_DATE = "2026-04-13";

/** Value in USD of one EUR, GBP, AUD, NZD, CAD, CHF, JPY, SEK, NOK and PLN, in 10^-12. */
export const LEVELS: readonly number[] = [
  1168400000000, 1342093776563, 703431667670, 581843533689, 722259998764, 1264228521965, 6256492637,
  107271391847, 105280230672, 274639776226,
];

/**
 * Each row contains a currency's daily move in 10^-9 for each independent factor of variance 1. The
 * matrix is the symmetric square root of the covariance, so that every currency moves slightly with
 * every factor.
 */
export const DAILY_MOVES: readonly (readonly number[])[] = [
  [2274584, 1003267, 869741, 900107, 589866, 1312497, 1253339, 1469401, 952070, 1663715],
  [1003267, 2990343, 1075815, 1055866, 485441, 865725, 1067544, 1389359, 928689, 1200024],
  [869741, 1075815, 4099177, 2231539, 829316, 710244, 528798, 1416144, 1355902, 1174058],
  [900107, 1055866, 2231539, 4088951, 880913, 1094994, 979583, 1704561, 1273368, 1128061],
  [589866, 485441, 829316, 880913, 2157831, 520146, 447459, 580285, 751604, 517096],
  [1312497, 865725, 710244, 1094994, 520146, 3184988, 1292691, 1437182, 992652, 1244448],
  [1253339, 1067544, 528798, 979583, 447459, 1292691, 4938040, 1150432, 703621, 1100629],
  [1469401, 1389359, 1416144, 1704561, 580285, 1437182, 1150432, 4614220, 1866141, 1825677],
  [952070, 928689, 1355902, 1273368, 751604, 992652, 703621, 1866141, 4596148, 1080581],
  [1663715, 1200024, 1174058, 1128061, 517096, 1244448, 1100629, 1825677, 1080581, 3617531],
];

/**
 * 64 quantiles of a day's move relative to the 60 days before, in thousandths, with a mean square
 * of 1. Most days are calmer than the mean, and the largest moves are several times as large.
 */
export const DAY_SIZES: readonly number[] = [
  263, 316, 349, 371, 394, 412, 433, 453, 470, 485, 499, 514, 527, 540, 554, 566, 577, 591, 603,
  616, 630, 643, 656, 670, 683, 696, 709, 724, 736, 753, 767, 781, 798, 813, 830, 846, 862, 879,
  899, 916, 937, 952, 971, 992, 1016, 1040, 1064, 1089, 1120, 1142, 1168, 1194, 1228, 1265, 1307,
  1348, 1412, 1471, 1531, 1621, 1734, 1869, 2094, 2700,
];
