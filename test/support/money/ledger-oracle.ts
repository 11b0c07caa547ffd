/**
 * Computes the ledger's expected results in the simplest way: a Map of balances and one event at a
 * time. The oracle is written from the rules alone and shares no code with the SQL that it checks.
 */
import type { Transfer, TransferEvent, TransferResult } from "#ledger";

export interface OracleAccount {
  readonly asset: "BTC" | "USD";
  readonly isHeld: boolean;
  readonly isClosed: boolean;
  /** The minimum balance, or undefined if there is none. */
  readonly minimum: bigint | undefined;
  balance: bigint;
}

interface Hold {
  readonly transfer: Transfer;
  isOpen: boolean;
}

export class LedgerOracle {
  readonly accounts: Map<string, OracleAccount>;
  private readonly posted = new Map<string, { transfer: Transfer; eventId: string | undefined }>();
  private readonly holds = new Map<string, Hold>();

  constructor(accounts: ReadonlyMap<string, OracleAccount>) {
    this.accounts = new Map([...accounts].map(([name, account]) => [name, { ...account }]));
  }

  post(event: TransferEvent): TransferResult[] {
    const eventId = event[0]?.id;
    const isKnown = (leg: Transfer): boolean => this.posted.has(leg.id);
    if (event.some(isKnown)) {
      const isRepeat = event.every((leg) => {
        const stored = this.posted.get(leg.id);
        return stored?.eventId === eventId && stored !== undefined && isSame(stored.transfer, leg);
      });
      if (isRepeat) return event.map(() => "exists");
      return event.map((leg) => (isKnown(leg) ? "id_reused" : "other_leg_failed"));
    }

    const balancesBefore = [...this.accounts].map(
      ([name, { balance }]) => [name, balance] as const,
    );
    const ended: Hold[] = [];
    for (const [index, leg] of event.entries()) {
      const failure = this.failureOf(event, index, ended);
      if (failure) {
        for (const [name, balance] of balancesBefore) this.account(name).balance = balance;
        for (const hold of ended) hold.isOpen = true;
        return event.map((_, other) => (other === index ? failure : "other_leg_failed"));
      }
      this.account(leg.debit).balance -= leg.amount;
      this.account(leg.credit).balance += leg.amount;
      const hold = this.holds.get(leg.pendingId ?? "");
      if (hold && leg.kind !== "release") {
        hold.isOpen = false;
        ended.push(hold);
      }
    }
    for (const leg of event) {
      this.posted.set(leg.id, { transfer: leg, eventId });
      if (leg.kind === "pending") this.holds.set(leg.id, { transfer: leg, isOpen: true });
    }
    return event.map(() => "ok");
  }

  private failureOf(
    event: TransferEvent,
    index: number,
    ended: readonly Hold[],
  ): TransferResult | undefined {
    const leg = event[index];
    if (!leg) throw new Error("no such leg");
    const debit = this.accounts.get(leg.debit);
    const credit = this.accounts.get(leg.credit);
    if (!debit || !credit) return "no_account";
    if (leg.debit === leg.credit) return "same_account";
    if (debit.isClosed || credit.isClosed) return "account_closed";
    if (debit.asset !== credit.asset) return "asset_differs";
    const endsHold = leg.kind === "post" || leg.kind === "void" || leg.kind === "release";
    if (credit.isHeld !== (leg.kind === "pending") || debit.isHeld !== endsHold)
      return "hold_not_open";
    if (endsHold && !this.fitsHold(event, index, leg, ended)) return "hold_not_open";
    if (debit.minimum !== undefined && debit.balance - leg.amount < debit.minimum)
      return "insufficient";
    return undefined;
  }

  private fitsHold(
    event: TransferEvent,
    index: number,
    leg: Transfer,
    ended: readonly Hold[],
  ): boolean {
    const hold = this.holds.get(leg.pendingId ?? "");
    if (!hold?.isOpen || ended.includes(hold) || hold.transfer.credit !== leg.debit) return false;
    const isBack = hold.transfer.debit === leg.credit;
    const isAboutHold = (other: Transfer): boolean => other.pendingId === leg.pendingId;
    const remaining = event
      .slice(0, index)
      .filter((other) => other.kind === "release" && isAboutHold(other))
      .reduce((rest, { amount }) => rest - amount, hold.transfer.amount);
    if (leg.kind === "post") return leg.amount === remaining;
    if (leg.kind === "void") return isBack && leg.amount === hold.transfer.amount;
    const isPostAhead = event
      .slice(index + 1)
      .some((other) => other.kind === "post" && isAboutHold(other));
    return isBack && leg.amount < remaining && isPostAhead;
  }

  private account(name: string): OracleAccount {
    const account = this.accounts.get(name);
    if (!account) throw new Error(`no account ${name}`);
    return account;
  }
}

function isSame(a: Transfer, b: Transfer): boolean {
  return (
    a.debit === b.debit &&
    a.credit === b.credit &&
    a.amount === b.amount &&
    a.code === b.code &&
    (a.kind ?? "plain") === (b.kind ?? "plain") &&
    a.pendingId === b.pendingId &&
    a.cause === b.cause
  );
}
