/** Requests balance adjustments by administrators through the API, and returns the results. */
import { adminApprovalsRoutes } from "#admin";
import type { Caller } from "#api/route";
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { newUuid, requestHash } from "#platform";
import { proving, type BackOffice } from "../people/back-office.ts";
import { plainRequest } from "../servers/sign-in-server.ts";

export const TREASURY = houseAccount("treasury", "BTC");

type Kind = "balance" | "debt";
const BALANCE: Kind = "balance";

interface Sum {
  readonly amountSats?: bigint;
  readonly amountCents?: bigint;
}

type Proposed = Awaited<ReturnType<ReturnType<typeof adminApprovalsRoutes>["proposeAdjustment"]>>;

export async function newDecider(office: BackOffice): Promise<Caller> {
  return proving(office.server, await office.newAdministrator());
}

/**
 * Returns functions that request adjustments. Both arguments are functions, because the test file
 * sets their values later. `userId` returns the balance's owner.
 */
export function adjustmentSteps(office: () => BackOffice, userId: () => string) {
  const routes = () => adminApprovalsRoutes(office().deps);

  const propose = (
    caller: Caller,
    sum: Sum,
    { user = userId(), reason = "paid twice by mistake", key = newUuid(), kind = BALANCE } = {},
  ) => {
    const body = { userId: user, kind, ...sum, reason };
    return routes().proposeAdjustment({
      ...plainRequest,
      caller,
      body,
      idempotency: {
        userId: caller.userId,
        route: "proposeAdjustment",
        key,
        requestHash: requestHash({ ...body, amountSats: String(sum.amountSats) }),
      },
    });
  };
  const approve = (caller: Caller, { id, approvalHash }: Proposed) =>
    routes().approveAdjustment({
      ...plainRequest,
      caller,
      params: { adjustmentId: id },
      body: { approvalHash },
    });
  const reject = (caller: Caller, { id }: Proposed, reason = "not so") =>
    routes().rejectAdjustment({
      ...plainRequest,
      caller,
      params: { adjustmentId: id },
      body: { reason },
    });
  const list = async (caller: Caller, filter: "waiting" | "decided") =>
    (await routes().listAdjustments({ ...plainRequest, caller, query: { filter, limit: 100 } }))
      .items;
  const balance = () => balancesOf(office().deps.database, userId());
  const treasury = () => accountBalance(office().deps.database, TREASURY);

  return { routes, propose, approve, reject, list, balance, treasury };
}
