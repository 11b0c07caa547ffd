/**
 * Tests the cold wallet in the browser. One administrator proposes a descriptor and another
 * approves it. Coins move to the cold wallet, and two people sign the transaction file that returns
 * them.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { dialog, inDialog, press, visitAs } from "../support/browser/back-office-pages.ts";
import { axeViolations, leave, notice, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { eventually, signIn, type Person } from "../support/people/person.ts";
import { addAdministrator, withSecondFactor } from "../support/people/two-administrators.ts";
import { coldPerson, descriptorOf } from "../../modules/wallet/testing/cold-keys.ts";

const ADMIN = { email: "ann@example.test", password: `long enough ${randomUUID()}` };
const site = openSite({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });
const [one, two, three] = ["One", "Two", "Three"].map(coldPerson) as [
  ReturnType<typeof coldPerson>,
  ReturnType<typeof coldPerson>,
  ReturnType<typeof coldPerson>,
];
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ann = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
  bob = await withSecondFactor(await addAdministrator(site.url, ann, "Bob"));
  await eventually(
    "coins that any payment could be made of",
    () => ann.call("getCold"),
    ({ hotSats }) => hotSats > 100_000_000,
  );
});

async function postTerms(values: Readonly<Record<string, string>>): Promise<void> {
  const { terms } = await ann.call("getSiteSettings");
  const term = terms.find(({ subject }) => subject === "cold");
  if (!term) throw new Error("no terms of the cold part");
  const body = {
    kind: term.kind,
    subject: term.subject,
    seenId: term.versions[0]?.id ?? "",
    values: { rateMax: "3", ...values },
    typedAgain: { rateMax: "3", ...values },
    source: "a test",
    reason: "a test",
  };
  await ann.call("setTerms", { body });
}

const visit = (person: Person, options = {}) => visitAs(site, person, "/admin/operations", options);

test("coins move to the approved cold wallet and back", async () => {
  const first = await visit(ann);
  const panel = first.page.getByRole("region", { name: "Cold wallet" });
  await panel.getByText(/^All coins are hot/).waitFor();
  await press(first.page, "Propose a descriptor");
  await first.page
    .getByLabel("Descriptor with its checksum")
    .fill(`wpkh(${one.privateKey})#aaaaaaaa`);
  await first.page.getByLabel("Reason").fill("Keys of three people");
  await inDialog(first.page, "Propose").click();
  await dialog(first.page).getByText("Private key found.", { exact: true }).waitFor();
  const descriptor = descriptorOf([one, two, three]);
  await first.page.getByLabel("Descriptor with its checksum").fill(descriptor);
  await inDialog(first.page, "Propose").click();
  await notice(first.page, "Proposed", "Another administrator must set the descriptor.");
  await panel.getByText("Another administrator must decide about your proposal.").waitFor();

  await postTerms({ ceiling: "10", keep: "5" });
  const second = await visit(bob);
  await press(second.page, "Approve descriptor");
  await dialog(second.page).getByText(descriptor).waitFor();
  await inDialog(second.page, "Set").click();
  await notice(
    second.page,
    "Set",
    "Coins above the ceiling now move to the keys of this descriptor.",
  );
  await eventually(
    "coins are cold with six confirmations",
    () => ann.call("getCold"),
    ({ moves, descriptors }) =>
      moves[0]?.state === "completed" && (descriptors[0]?.returnableSats ?? 0) > 200_000_000,
    120_000,
  );
  await postTerms({ ceiling: "100000", keep: "5" });
  // Another transfer to the cold wallet may have started before the descriptor changed.
  const gone = await eventually(
    "no more coins are on their way",
    () => ann.call("getCold"),
    ({ moves }) => moves.every(({ state }) => state === "completed"),
    120_000,
  );
  expect(gone.coldSats).toBe(gone.moves.reduce((sum, { amountSats }) => sum + amountSats, 0));

  await first.page.reload();
  await press(first.page, "Return coins");
  await first.page.getByLabel("Reason").fill("For many withdrawals");
  for (const [amount, fault] of [
    ["0", "Enter an amount of at least 0.00001 BTC."],
    ["999999", /^You can return at most [\d.]+ BTC at once\.$/],
  ] as const) {
    await first.page.getByLabel("Amount").fill(amount);
    await inDialog(first.page, "Propose").click();
    await dialog(first.page).getByText(fault).waitFor();
  }
  await first.page.getByLabel("Amount").fill("1.5");
  await inDialog(first.page, "Propose").click();
  await notice(first.page, "Proposed", "Another administrator must approve the return.");
  await second.page.reload();
  await press(second.page, "Approve return from the cold wallet");
  await dialog(second.page).getByText("1.50000000 BTC will return to the hot wallet.").waitFor();
  await inDialog(second.page, "Approve").click();
  await notice(second.page, "Approved");
  const saving = second.page.waitForEvent("download");
  await press(second.page, "Save file");
  const exported = await readFile(await (await saving).path());
  const alone = two.sign(exported.toString("base64"));
  await press(second.page, "Import signed");
  await second.page.getByLabel("Or paste the text").fill(alone);
  await inDialog(second.page, "Import and send").click();
  await dialog(second.page).getByText("Signatures missing.").waitFor();
  await second.page.getByLabel("Or paste the text").fill("");
  await second.page.getByLabel("File").setInputFiles({
    name: "signed.psbt",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(three.sign(alone), "base64"),
  });
  await inDialog(second.page, "Import and send").click();
  await notice(second.page, "Sent", "The return is complete after six confirmations.");
  const back = await eventually(
    "it has six confirmations",
    () => ann.call("getCold"),
    ({ returns }) => returns[0]?.transaction?.state === "completed",
    120_000,
  );
  const [coldReturn] = back.returns;
  expect(back.coldSats).toBe(gone.coldSats - 150_000_000 - (coldReturn?.minerFeeSats ?? 0));
  expect((await ann.call("getAdminStats")).health.unexplainedSats).toBe(0);
  await second.page.reload();
  await second.page.getByRole("table", { name: "Returns from the cold wallet" }).waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  expect([...(await leave(first)), ...(await leave(second))]).toEqual([]);
  for (const layout of [{ width: 360 }, { width: 1440, theme: "light" as const }]) {
    const visitor = await visit(bob, layout);
    await visitor.page.getByRole("table", { name: "Returns from the cold wallet" }).waitFor();
    expect(await sidewaysScroll(visitor.page)).toBe(0);
    expect(await axeViolations(visitor.page)).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  }
}, 300_000);
