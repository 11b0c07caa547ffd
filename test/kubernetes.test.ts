/**
 * Checks that deploy/kubernetes/ uses only fields of the Kubernetes API, requests only the
 * permissions that it needs, and matches the product. The types are generated from Kubernetes
 * 1.30's OpenAPI document. Therefore unknown, missing and wrongly typed fields do not compile.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#platform";
import {
  DEPLOY,
  deployFile,
  deploymentOf,
  kubernetesFiles,
  readManifests,
  type Container,
  type Manifest,
} from "./support/deploy-files.ts";

const manifests = readManifests();
const ROLES = ["web", "work", "pool"] as const;
const [settings = {}] = manifests
  .filter(({ kind }) => kind === "ConfigMap")
  .map(({ data }) => data);

const MODULES: Readonly<Record<string, string>> = {
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "autoscaling/v2": "autoscaling/v2",
  "policy/v1": "policy/v1",
  "networking.k8s.io/v1": "networking/v1",
};

function faultsOf(documents: readonly Manifest[]): readonly string[] {
  const cache = join("node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "manifests-"));
  try {
    const source = documents.map((one, index) => {
      const type = `import("kubernetes-types/${MODULES[one.apiVersion] ?? one.apiVersion}").${one.kind}`;
      return `export const n${index}: ${type} = ${JSON.stringify(one)};\n`;
    });
    writeFileSync(join(folder, "manifests.ts"), source.join(""));
    const options =
      "--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --types";
    const words = ["node_modules/typescript/bin/tsc", ...options.split(" "), "", "--ignoreConfig"];
    const { stdout, status } = spawnSync(
      process.execPath,
      [...words, join(folder, "manifests.ts")],
      {
        encoding: "utf8",
      },
    );
    return status === 0 ? [] : stdout.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("each file is valid under the Kubernetes API", () => {
  expect(faultsOf(manifests)).toEqual([]);
}, 60_000);

test.each([
  ["a misspelt word", { spec: { minAvailible: 1 } }, /minAvailible.* does not exist/],
  ["a word of another kind", { spec: { selector: [], minAvailable: true } }, /not assignable/],
])(
  "%s makes the document invalid",
  (_, wrong, fault) => {
    const document = {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "a" },
      ...wrong,
    };
    expect(faultsOf([document]).join("\n")).toMatch(fault);
  },
  60_000,
);

test("the kustomization lists every file and pins every image", () => {
  const { resources, images } = parse(deployFile("kubernetes/kustomization.yaml")) as {
    readonly resources: readonly string[];
    readonly images: readonly { readonly name: string; readonly newTag: string }[];
  };
  expect(new Set(resources)).toEqual(new Set(kubernetesFiles()));
  const used = JSON.stringify(manifests).matchAll(/"image":"([^"]+)"/g);
  expect(new Set([...used].map(([, name]) => name))).toEqual(
    new Set(images.map(({ name }) => name)),
  );
  for (const { newTag } of images) expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
});

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;

test.runIf(hasKubectl)("kustomize can build the manifests", () => {
  const { status, stdout } = spawnSync("kubectl", ["kustomize", join(DEPLOY, "kubernetes")], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout.match(/^kind: /gm)).toHaveLength(manifests.length);
});

test.each(ROLES)(
  "%s runs with minimal permissions and cannot write except where allowed",
  (role) => {
    const { securityContext, initContainers, containers } = deploymentOf(manifests, role).template
      .spec;
    expect(securityContext).toEqual({
      runAsNonRoot: true,
      // 1000 is the user `node` in the official Node image, on which the product's image is based.
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    for (const container of [...initContainers, ...containers])
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
  },
);

test.each(ROLES)("%s has its role and only settings that the product accepts", (role) => {
  const container = containerOf(role);
  expect(container.command).toEqual(["node", "scripts/run.mjs", "start", "--only", role]);
  const source = readFileSync("platform/config.ts", "utf8");
  const values = {
    ...settings,
    ...Object.fromEntries(
      (container.env ?? []).map(({ name, value = "10.0.0.1" }) => [name, value]),
    ),
  };
  const applied = Object.entries(values).map(([name, value]) => {
    expect(source).toContain(`"${name.replace(/_FILE$/, "")}"`);
    if (!name.endsWith("_FILE")) return [name, value];
    expect(value).toMatch(/^\/run\/secrets\/hashfloor\/[a-z-]+$/);
    return [
      name.replace(/_FILE$/, ""),
      name.startsWith("BITCOIN") ? "http://a:b@node:18443" : "postgres://a:b@one/floor",
    ];
  });
  const config = readConfig(Object.fromEntries(applied) as Record<string, string>);
  expect(config).toMatchObject({ siteUrl: "https://floor.example", metricsPort: 9464 });
});

test.each(ROLES)("probes for %s use ports that it opens and URLs that it serves", (role) => {
  const { env = [], ports = [], ...probes } = containerOf(role);
  const portOf = (name: string) => ports.find((one) => one.name === name)?.containerPort;
  expect(String(portOf("metrics"))).toBe(settings["METRICS_PORT"]);
  const web = env.find(({ name }) => name === "PORT")?.value;
  expect(web).toBe(role === "web" ? String(portOf("http")) : undefined);
  const stratum = env.find(({ name }) => name === "STRATUM_PORT")?.value;
  expect(stratum).toBe(role === "pool" ? String(portOf("stratum")) : undefined);
  const answers = readFileSync(
    role === "web" ? "server/http.ts" : "server/metrics/private-port.ts",
    "utf8",
  );
  for (const probe of [probes.startupProbe, probes.readinessProbe, probes.livenessProbe]) {
    expect(probe?.httpGet.port).toBe(role === "web" ? "http" : "metrics");
    expect(answers).toContain(`"${probe?.httpGet.path}"`);
  }
});

test("the port of the web service matches the image", () => {
  const web = containerOf("web").env?.find(({ name }) => name === "PORT")?.value;
  expect(deployFile("Containerfile")).toContain(`EXPOSE ${web}`);
});

test("a stopping pod lives long enough to serve its last requests", () => {
  const waitSeconds = Number(
    containerOf("web").env?.find(({ name }) => name === "STOP_WAIT_SECONDS")?.value,
  );
  expect(waitSeconds).toBeGreaterThanOrEqual(5);
  // The grace period must be at least as long as the product's own commands wait for a stop
  // (scripts/stop-patience.mjs).
  expect(
    deploymentOf(manifests, "web").template.spec.terminationGracePeriodSeconds,
  ).toBeGreaterThanOrEqual(waitSeconds + 40);
});

test("the old worker or pool stops before the new one starts", () => {
  for (const role of ["work", "pool"])
    expect(deploymentOf(manifests, role)).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
    });
});

test("a release keeps the autoscaler's minimum number of web processes", () => {
  expect(deploymentOf(manifests, "web")).not.toHaveProperty("replicas");
  const [, replicas] = /scale deployment\/web --replicas=(\d+)/.exec(deployFile("README.md")) ?? [];
  const scaled = manifests.find(({ kind }) => kind === "HorizontalPodAutoscaler");
  expect(scaled?.spec).toMatchObject({ minReplicas: Number(replicas) });
});

test("every selector matches a Deployment's pods and their ports", () => {
  const pods = ROLES.map((role) => {
    const { selector, template } = deploymentOf(manifests, role);
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    return {
      labels: template.metadata.labels,
      ports: containerOf(role).ports?.map(({ name }) => name) ?? [],
    };
  });
  const podsWith = (wanted: Readonly<Record<string, string>>) =>
    pods.filter(({ labels }) =>
      Object.entries(wanted).every(([name, value]) => labels[name] === value),
    );
  for (const { kind, metadata, spec } of manifests) {
    const text = JSON.stringify(spec ?? {});
    const selectors = [...text.matchAll(/"(?:matchLabels|selector)":(\{"app[^{}]*\})/g)].map(
      ([, labels = ""]) => JSON.parse(labels) as Record<string, string>,
    );
    for (const selector of selectors)
      expect([kind, metadata.name, podsWith(selector).length > 0]).toEqual([
        kind,
        metadata.name,
        true,
      ]);
    if (kind === "Deployment") continue;
    const ports = [...text.matchAll(/"(?:targetPort|protocol":"TCP","port)":"(\w+)"/g)].map(
      ([, name = ""]) => name,
    );
    const podPorts = selectors.flatMap((selector) =>
      podsWith(selector).flatMap((pod) => pod.ports),
    );
    for (const name of ports)
      expect([kind, metadata.name, podPorts]).toEqual([
        kind,
        metadata.name,
        expect.arrayContaining([name]),
      ]);
  }
  const scaled = manifests.find(({ kind }) => kind === "HorizontalPodAutoscaler");
  expect(scaled?.spec).toMatchObject({ scaleTargetRef: { kind: "Deployment", name: "web" } });
  const ingress = JSON.stringify(manifests.find(({ kind }) => kind === "Ingress"));
  expect(ingress).toContain('"service":{"name":"web","port":{"name":"http"}}');
  expect(ingress).toContain(new URL(settings["SITE_URL"] ?? "").host);
});

test("the manifests contain no secrets", () => {
  expect(manifests.map(({ kind }) => kind)).not.toContain("Secret");
  const wanted = [...JSON.stringify(manifests).matchAll(/"secretName":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  for (const name of new Set(wanted)) expect(deployFile("README.md")).toContain(name);
});

function containerOf(role: string): Container {
  const [container] = deploymentOf(manifests, role).template.spec.containers;
  if (!container) throw new Error(`${role} has no container`);
  return container;
}
