/**
 * Creates administrators with two-factor authentication, and performs actions that need two of
 * them.
 */
import { enrol, prove } from "./authenticator.ts";
import { eventually, signIn, type Person } from "./person.ts";

/**
 * Enrols an authenticator and verifies a code in this session, which may then decide about money.
 */
export async function withSecondFactor(person: Person): Promise<Person> {
  const authenticator = await enrol(person.auth);
  await prove(person.auth, authenticator, new Date());
  return person;
}

/**
 * Creates another administrator on behalf of `first`. The new administrator has already replaced
 * the initial password, so no page asks for a new one. The session is at aal1.
 */
export async function addAdministrator(url: string, first: Person, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.test`;
  const password = `long enough ${name}`;
  await first.call("addPerson", {
    body: { name, email, password, isAdmin: true, reason: "a test" },
  });
  const added = await signIn(url, email, password);
  const own = `${password}, and own`;
  const { error } = await added.auth.updateUser({ password: own });
  if (error) throw error;
  return signIn(url, email, own);
}

/**
 * Pays coins from the treasury to a user. One administrator proposes the adjustment, and the other
 * approves it.
 */
export async function adjustBalance(
  [proposer, approver]: readonly [Person, Person],
  person: Person,
  amountSats: number,
  reason = "coins for a test",
): Promise<void> {
  await eventually(
    "the treasury has coins",
    () => person.call("getFaucet"),
    ({ isOpen }) => isOpen,
  );
  const { id: userId } = await person.call("getMe");
  const { id, approvalHash } = await proposer.call("proposeAdjustment", {
    body: { userId, amountSats, reason },
  });
  await approver.call("approveAdjustment", {
    params: { adjustmentId: id },
    body: { approvalHash },
  });
}
