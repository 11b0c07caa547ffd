/**
 * Defines the access table: one row per server route, with the status that each kind of caller
 * receives. A missing row is an error, and so is a row for a single item without the status for
 * another user. The compiler reports both errors for API routes, and
 * test/scenarios/authorisation.test.ts reports them for all other routes.
 */
import type { BrowserApi, RouteName } from "../api/paths.ts";
import { accountRows } from "./authorisation/account-rows.ts";
import { adminRows } from "./authorisation/admin-rows.ts";
import { productRows } from "./authorisation/product-rows.ts";
import { forAll, ownerOnly, signedIn, type AboutOne, type Row } from "./authorisation/row.ts";
import { signInRows } from "./authorisation/sign-in-rows.ts";
import { supportRows } from "./authorisation/support-rows.ts";
import { walletRows } from "./authorisation/wallet-rows.ts";

export {
  anonymousAccountStatus,
  disabledStatus,
  firstFactorStatus,
  keyStatus,
  type Ask,
  type Belongings,
  type Row,
} from "./authorisation/row.ts";

type RowOf<Name extends RouteName> = BrowserApi[Name] extends {
  readonly auth: "user";
  readonly path: `${string}{${string}`;
}
  ? Row & AboutOne
  : Row;

/**
 * Rows of the API routes. Each request body is valid but violates one of the module's rules, so
 * that the module responds with a 4xx status. Therefore both 200 and 422 mean that the caller was
 * authorised.
 */
export const apiRows: { readonly [Name in RouteName]: RowOf<Name> } = {
  ...accountRows,
  ...walletRows,
  ...productRows,
  ...supportRows,
  getConfig: forAll(200),
  getLive: forAll(200),
  getReady: forAll(200),
  getPublicStats: forAll(200),
  getTransparency: forAll(200),
  getTransparencyBadge: forAll(200),
  listIncidents: forAll(200),
  listProofs: forAll(200),
  listProofLeaves: forAll(404, () => ({ params: { proofId: "prf_none" } })),
  getLogCheckpoint: forAll(200),
  getLogTile: forAll(404, () => ({ params: { level: "0", first: "999" } })),
  getLogTileOfTwo: forAll(404, () => ({ params: { level: "0", first: "x001", second: "999" } })),
  getLogTileOfThree: forAll(404, () => ({
    params: { level: "0", first: "x001", second: "999.p", third: "7" },
  })),
  getReserves: forAll(404, () => ({ query: "proofId=prf_none" })),
  listReserveLines: forAll(404, () => ({ query: "proofId=prf_none" })),
  // The users of this test own no leaves.
  getReceipt: ownerOnly(200, ({ depositId }) => ({ kind: "deposit", id: depositId })),
  getBlockState: forAll(404, () => ({ params: { hash: "0".repeat(64) } })),
  getOwnLeaves: {
    ...signedIn(404, () => ({ params: { proofId: "prf_none" } })),
    stranger: "nobody owns it",
  },
  getPool: forAll(200),
  listPoolBlocks: forAll(200),
  getPoolTerms: forAll(200),
  getPractice: forAll(200),
  ...adminRows,
};

/**
 * Rows of all routes outside the API and the pages, by `METHOD /path`. `ALL` means that the route
 * accepts every method.
 */
export const otherRows: Readonly<Record<string, Row>> = {
  "GET /api/docs": forAll(200),
  "GET /api/openapi.json": forAll(200),
  "GET /*": forAll(404),
  "GET /assets/*": forAll(404),
  "GET /.well-known/change-password": forAll(302),
  ...signInRows,
  "ALL /rest/v1": forAll(404),
  "ALL /rest/v1/*": forAll(404),
  "ALL /storage/v1": forAll(404),
  "ALL /storage/v1/*": forAll(404),
  "ALL /functions/v1": forAll(404),
  "ALL /functions/v1/*": forAll(404),
  "ALL /realtime/v1": forAll(404),
  "ALL /realtime/v1/*": forAll(404),
};

/**
 * The row for all pages. Every caller receives the same files, because pages load their data from
 * the API.
 */
export const pageRow: Row = forAll(200);
