/**
 * Tests pages whose server is slow or unreachable. Each page first shows that it is loading, and
 * then the failed action and the data that is still valid. Retry loads the page again.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { AdminDashboardPage } from "../admin/dashboard/AdminDashboardPage.tsx";
import { AdminPoolPage } from "../admin/pool/AdminPoolPage.tsx";
import { OperationsPage } from "../admin/operations/OperationsPage.tsx";
import { SecurityPage } from "../admin/security/SecurityPage.tsx";
import { SiteSettingsPage } from "../admin/settings/SiteSettingsPage.tsx";
import { TreasuryPage } from "../admin/treasury/TreasuryPage.tsx";
import { WithdrawalsPage } from "../admin/withdrawals/WithdrawalsPage.tsx";
import { AuthContext, type Auth } from "../session/auth/auth-context.ts";
import { DashboardPage } from "../features/dashboard/DashboardPage.tsx";
import { InvestPage } from "../features/earn/InvestPage.tsx";
import { StakingPage } from "../features/earn/StakingPage.tsx";
import { PurchasePowerPage } from "../features/mining/PurchasePowerPage.tsx";
import { FillReport } from "../features/forex/report/FillReport.tsx";
import { PoolPage } from "../features/pool/PoolPage.tsx";
import { NoticesPanel } from "../features/settings/NoticesPanel.tsx";
import { TwoFactorPage } from "../features/settings/two-factor/TwoFactorPage.tsx";
import { HardwarePage } from "../features/shop/HardwarePage.tsx";
import { Tickets } from "../features/support/Tickets.tsx";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { ReceiptOf } from "../features/receipts/ReceiptPage.tsx";
import { TransparencyPage } from "../features/transparency/TransparencyPage.tsx";
import { WalletPage } from "../features/wallet/overview/WalletPage.tsx";
import { WithdrawPage } from "../features/wallet/withdraw/WithdrawPage.tsx";
import { WorkersPage } from "../features/workers/WorkersPage.tsx";

const server = fakeServer();

interface Unreachable {
  readonly what: string;
  readonly page: ReactElement;
  readonly route: string;
  /** Text shown while loading. */
  readonly meanwhile?: string;
  /** Text shown together with the error. */
  readonly still?: string;
}

const visitor: Auth = {
  user: null,
  session: null,
  loading: false,
  needsCode: false,
  wasEnded: false,
  signUp: async () => "failed",
  signIn: async () => false,
  signOut: async () => undefined,
};
const pool = (
  <AuthContext value={visitor}>
    <PoolPage />
  </AuthContext>
);

test.each<Unreachable>([
  {
    what: "the operator's figures",
    page: <OperationsPage />,
    route: "GET /api/v1/admin/operations",
    still: "Payments and backups continue without this page.",
  },
  {
    what: "the security events",
    page: <SecurityPage />,
    route: "GET /api/v1/admin/security",
    still: "Events are still being counted.",
  },
  {
    what: "the figures of the back office",
    page: <AdminDashboardPage />,
    route: "GET /api/v1/admin/stats",
    still: "Only the display is affected. No data was changed.",
  },
  {
    what: "the site settings",
    page: <SiteSettingsPage />,
    route: "GET /api/v1/admin/settings",
    still: "No setting was changed.",
  },
  {
    what: "the treasury",
    page: <TreasuryPage />,
    route: "GET /api/v1/admin/treasury",
    still: "No coins were moved.",
  },
  {
    what: "the pool's connections",
    page: <AdminPoolPage />,
    route: "GET /api/v1/admin/pool",
    still: "Miners are not affected.",
  },
  {
    what: "the queue of withdrawals",
    page: <WithdrawalsPage />,
    route: "GET /api/v1/admin/withdrawals",
    meanwhile: "BTC or more need one administrator",
    still: "No decision was made. Waiting withdrawals keep waiting.",
  },
  {
    what: "mining",
    page: <DashboardPage />,
    route: "GET /api/v1/mining",
    still: "Your contracts are on the server and keep running.",
  },
  { what: "workers", page: <WorkersPage />, route: "GET /api/v1/mining/workers" },
  { what: "measured work", page: <WorkersPage />, route: "GET /api/v1/mining/work" },
  { what: "the pool's figures", page: pool, route: "GET /api/v1/pool" },
  { what: "the pool's blocks", page: pool, route: "GET /api/v1/pool/blocks" },
  {
    what: "the verdict about the books",
    page: <TransparencyPage userId={null} />,
    route: "GET /api/v1/transparency",
  },
  {
    what: "the incidents",
    page: <TransparencyPage userId={null} />,
    route: "GET /api/v1/transparency/incidents",
  },
  {
    what: "a receipt",
    page: <ReceiptOf kind="fill" id="7" />,
    route: "GET /api/v1/receipts/fill/7",
  },
  { what: "plans", page: <PurchasePowerPage />, route: "GET /api/v1/mining/plans" },
  {
    what: "machines",
    page: <HardwarePage />,
    route: "GET /api/v1/shop/items",
    still: "Your rigs are stored on the server and keep running.",
  },
  {
    what: "the report on an order",
    page: <FillReport orderId="fxo_1" />,
    route: "GET /api/v1/forex/orders/fxo_1/report",
  },
  { what: "tickets", page: <Tickets />, route: "GET /api/v1/support/tickets" },
  { what: "balances", page: <WalletPage />, route: "GET /api/v1/wallet" },
  { what: "stakes", page: <StakingPage />, route: "GET /api/v1/earn/products" },
  { what: "investments", page: <InvestPage />, route: "GET /api/v1/earn/products" },
  { what: "limits", page: <WithdrawPage />, route: "GET /api/v1/withdrawals/terms" },
  {
    what: "the notices",
    page: <NoticesPanel hasPhone={false} />,
    route: "GET /api/v1/me/notification-settings",
  },
  {
    what: "the second factor",
    page: <TwoFactorPage />,
    route: "GET /api/v1/me/second-factor",
  },
])("$what: Retry repeats a failed request", async (one) => {
  const { page, route, meanwhile = "", still = "" } = one;
  const waiting: ((answer: Response) => void)[] = [];
  const isAsked = () => waitFor(() => expect(waiting).not.toEqual([]));
  // Send a refusal, because the app does not retry refusals automatically.
  const refuse = (title: string) => waiting.pop()?.(Response.json({ title }, { status: 400 }));
  server.answer(route, () => new Promise((answer) => waiting.push(answer)));
  renderPage(page);
  await isAsked();
  expect(screen.getAllByText("Loading...")).not.toEqual([]);
  expect(document.body.textContent).toContain(meanwhile);
  refuse("Away for Now");
  const [words] = await screen.findAllByText("Away for Now.");
  const card = words?.closest<HTMLElement>("[role=alert]") ?? document.body;
  expect(card.textContent).toContain(still);
  fireEvent.click(within(card).getByRole("button", { name: "Retry" }));
  await isAsked();
  refuse("Still Away");
  expect(await screen.findAllByText("Still Away.")).not.toEqual([]);
});
