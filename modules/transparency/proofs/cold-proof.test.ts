/**
 * Tests the proof of a cold wallet that needs two of three signatures, and compares the published
 * outputs with an outsider's node, on both node implementations.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transparencyApi } from "#api/transparency";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { openMasterKey } from "#platform";
import { anonymousIdsSince } from "#users";
import { backends } from "../../../test/support/chain/bitcoind.ts";
import { rpcUrl } from "../../../test/support/chain/rpc-url.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { parseDescriptor, type ColdScript } from "../../wallet/cold/descriptor.ts";
import { moveSurplus } from "../../wallet/cold/move-surplus.ts";
import { coldPerson, descriptorOf, type ColdPerson } from "../../wallet/testing/cold-keys.ts";
import { postCold, setDescriptor, twoPeople } from "../../wallet/testing/cold-wallet.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { takeProof } from "./take-proof.ts";
import { transparencyRoutes } from "../routes.ts";
import { signFull } from "../testing/sign-cold.ts";
import { checkOnNode, checkReserves } from "../verify/check-reserves.ts";
import type { PublishedReserves } from "../verify/published-reserves.ts";
import { readOutputs } from "../verify/read-outputs.ts";
import { readReserves } from "../verify/read-reserves.ts";
import type { Read } from "../verify/read-site.ts";
import { addColdProof, checkColdProof, coldProofRequest } from "./cold-proof.ts";
import { signNewestReserves } from "./sign-reserves.ts";

const BTC = 100_000_000n;
const SITE = "https://floor.example";
const DAY_MS = 86_400_000;
const [ann, bo, cy] = ["Ann", "Bo", "Cy"].map(coldPerson) as [ColdPerson, ColdPerson, ColdPerson];
const DESCRIPTOR = descriptorOf([ann, bo, cy]);

describe.each(backends)("reserves ($backend)", ({ backend, searchPath }) => {
  let installation: Installation;
  let market: MovedMarket;
  let userId: string;
  /** Lines of a proof that was taken while coins moved to the cold wallet. */
  let moving: PublishedReserves["lines"];

  beforeAll(async () => {
    installation = await startInstallation({ searchPath });
    await installation.mine(13);
    userId = await installation.userWith(50_000_000n);
    const people = await twoPeople(installation);
    await setDescriptor(installation, people, DESCRIPTOR);
    await postCold(installation, { ceiling: 300n * BTC, keep: 220n * BTC });
    await moveSurplus(installation.wallet);
    await installation.send();
    await installation.mine(1);
    market = await forexMarketAt(installation.database, new Date().toISOString());
    await prove();
    moving = (await published()).lines;
    await installation.mine(5);
    await prove();
  }, 90_000);
  afterAll(() => installation.close());

  function deps(laterMs = 0) {
    const { database, dataDir, wallet } = installation;
    const clock = { now: () => new Date(Date.now() + laterMs) };
    const masterKey = openMasterKey(dataDir);
    const { signer } = wallet;
    const { treasury } = operator;
    return { database, clock, masterKey, treasury, signer, siteUrl: SITE, network: "regtest" };
  }
  const routes = (laterMs = 0) =>
    transparencyRoutes({
      ...operator,
      ...deps(laterMs),
      market,
      uncountedSince: anonymousIdsSince,
    })(installation.database);
  const request = { ...plainRequest, caller: undefined };

  async function prove(): Promise<void> {
    const { database } = installation;
    await writeVerdict(database, "new", await verifyNewTransfers(database));
    if (!(await takeProof(deps()))) throw new Error("no proof");
    await signNewestReserves(deps());
  }

  /** Reads the outputs as the outsider's command does. */
  async function published(): Promise<PublishedReserves> {
    const { getReserves, listReserveLines } = routes();
    const read = ((route: unknown, _: unknown, query: object) =>
      route === transparencyApi.getReserves
        ? getReserves({ ...request, query })
        : listReserveLines({ ...request, query })) as unknown as Read;
    const { proof } = await getReserves({ ...request, query: {} });
    const all = await readReserves(read, proof.id);
    if (!all) throw new Error("no reserves");
    return all;
  }
  const visit = () => ({ origin: SITE, network: "regtest", now: new Date() });
  async function states(): Promise<string[]> {
    const all = await published();
    return checkReserves(all, all.reserves.proof, visit()).map(
      ({ name, state }) => `${name}: ${state}`,
    );
  }
  async function onNode(change: (all: PublishedReserves) => PublishedReserves = (all) => all) {
    const endpoint = installation.node.endpoint();
    if (!endpoint) throw new Error("the node does not run");
    const all = change(await published());
    const { height } = all.reserves.proof;
    return checkOnNode(all, await readOutputs(rpcUrl(endpoint), height, all.outputs));
  }

  async function coldScript(): Promise<ColdScript> {
    return parseDescriptor(DESCRIPTOR, { network: "regtest" }).derive(0);
  }
  const readRequest = async () => {
    const open = await coldProofRequest(installation.database, new Date());
    if (!open) throw new Error("nothing to sign");
    return open;
  };
  async function add(sent: {
    message: string;
    address?: string;
    signature: string;
    times?: number;
  }) {
    const { address = (await coldScript()).address, signature, times = 1, message } = sent;
    const signatures = Array.from({ length: times }, () => ({ address, signature }));
    const now = new Date();
    const { database } = installation;
    const proof = await checkColdProof(database, { message, signatures, now });
    await database.transaction((tx) => addColdProof(tx, proof, now));
  }

  test("the fee of a move to the cold wallet is a line until the ledger records it", async () => {
    const [move] = await installation.database.query<{ txid: string; sats: bigint }>(
      "select txid, miner_fee_sats as sats from wallet_self_transfers",
    );
    const line = { term: "inFlight", kind: "consolidation", vout: null, ...move };
    expect(moving).toContainEqual(line);
    expect((await published()).lines).not.toContainEqual(line);
  });

  test("cold outputs are listed with their witness script, and are not signed here", async () => {
    const { outputs } = await published();
    const { scriptHex, witnessScriptHex } = await coldScript();
    const cold = outputs.filter(({ kind }) => kind === "cold");
    expect(cold).toMatchObject([
      { scriptHex, witnessScriptHex, signature: null, state: "not_signed_here" },
    ]);
    expect(await states()).toEqual([
      "reserves: ok",
      "signed outputs: ok",
      "cold outputs: not checked",
    ]);
    expect((await routes().getTransparency(request)).reserves?.cold).toEqual({
      signedSats: 0n,
      signedAt: null,
      isDue: true,
    });
  });

  test("signatures of other messages, addresses or keys are refused", async () => {
    const { message } = await readRequest();
    const script = await coldScript();
    const signature = signFull(message, script, [ann, cy]);
    await expect(add({ message: `${message}.`, signature })).rejects.toMatchObject({
      code: "cold_proof_message",
    });
    await expect(add({ message, signature, address: "bcrt1qnone" })).rejects.toMatchObject({
      code: "cold_proof_address",
    });
    await expect(add({ message, signature, times: 2 })).rejects.toMatchObject({
      code: "cold_proof_address",
    });
    const other = signFull(message.replace("floor.example", "b.example"), script, [ann, cy]);
    await expect(add({ message, signature: other })).rejects.toMatchObject({
      code: "cold_proof_signature",
    });
    const stranger = [coldPerson("Dan"), coldPerson("Eve"), coldPerson("Flo")] as const;
    const theirs = parseDescriptor(descriptorOf(stranger), { network: "regtest" }).derive(0);
    const foreign = signFull(message, theirs, [stranger[0], stranger[1]]);
    await expect(add({ message, signature: foreign })).rejects.toMatchObject({
      code: "cold_proof_signature",
    });
  });

  test("two of three key holders prove the cold wallet, for later proofs as well", async () => {
    const { message, scripts } = await readRequest();
    expect(scripts).toMatchObject([{ isDue: true, signedAt: null }]);
    await add({ message, signature: ` ${signFull(message, await coldScript(), [cy, ann])}\n` });
    expect(await states()).toEqual(["reserves: ok", "signed outputs: ok", "cold outputs: ok"]);
    await prove();
    expect(await states()).toEqual(["reserves: ok", "signed outputs: ok", "cold outputs: ok"]);
    const { reserves } = await routes().getTransparency(request);
    expect(reserves?.cold).toMatchObject({ signedSats: reserves?.sums.coldSats, isDue: false });
    const late = await routes(32 * DAY_MS).getTransparency(request);
    expect(late.reserves?.cold).toMatchObject({ signedSats: 0n, isDue: true });
    expect((await readRequest()).scripts).toMatchObject([{ isDue: false }]);
  });

  test("outputs that are spent later existed at the proof, and invented ones did not", async () => {
    expect(await onNode()).toMatchObject([{ state: "ok" }]);
    await installation.withdraw(userId, 10_000_000n);
    await installation.send();
    await installation.mine(1);
    // The embedded node does not report what the inputs of a block spend.
    const isCore = backend === "managed";
    expect(await onNode()).toMatchObject([{ state: isCore ? "ok" : "not checked" }]);
    const invented = await onNode((all) => ({
      ...all,
      outputs: all.outputs.map((one, place) =>
        place === 0 ? { ...one, sats: one.sats + 1n } : one,
      ),
    }));
    expect(invented).toMatchObject([{ state: "failed" }]);
    const unknown = await onNode((all) => ({
      ...all,
      outputs: all.outputs.map((one, place) => (place === 0 ? { ...one, vout: 7 } : one)),
    }));
    expect(unknown).toMatchObject([{ state: isCore ? "failed" : "not checked" }]);
  });
});
