/** Parses the files in deploy/, and reads the values in other files that must match them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

export const DEPLOY = join(import.meta.dirname, "..", "..", "deploy");

export function deployFile(name: string): string {
  return readFileSync(join(DEPLOY, name), "utf8");
}

export interface ComposeService {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks?: unknown;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly stop_grace_period?: string;
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
}

type Files = Readonly<Record<string, { readonly file: string }>>;

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: Files;
  readonly secrets: Files;
  readonly volumes: Readonly<Record<string, null>>;
}

export function readCompose(): Compose {
  return parse(deployFile("compose.yaml"), { merge: true }) as Compose;
}

/** Returns all documents in deploy/kubernetes/ except the kustomization list. */
export function readManifests(): readonly Manifest[] {
  return kubernetesFiles().flatMap((file) =>
    parseAllDocuments(deployFile(`kubernetes/${file}`)).map(
      (document) => document.toJS() as Manifest,
    ),
  );
}

export function kubernetesFiles(): readonly string[] {
  return readdirSync(join(DEPLOY, "kubernetes")).filter((name) => name !== "kustomization.yaml");
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly securityContext: unknown;
}

export interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: unknown;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

export interface DeploymentSpec {
  readonly replicas: number;
  readonly strategy: { readonly type?: string };
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: Pod;
  };
}

export function deploymentOf(manifests: readonly Manifest[], name: string): DeploymentSpec {
  const deployment = manifests.find(
    (one) => one.kind === "Deployment" && one.metadata.name === name,
  );
  if (!deployment) throw new Error(`there is no Deployment ${name}`);
  return deployment.spec as DeploymentSpec;
}
