import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { manifest, root } from '../project.mjs';
import { replaceEach } from './replace-each.mjs';

const base = path.join(root, 'infra/kubernetes/base');

/** Writes a Helm chart of the files that kustomize reads to `directory`. */
export async function writeChart(directory, images) {
  await mkdir(path.join(directory, 'templates'), { recursive: true });
  const { resources, configMapGenerator } = parse(await readFile(path.join(base, 'kustomization.yaml'), 'utf8'));
  const settings = configMapGenerator[0].literals.map((literal) => /^([A-Z_]+)=(.*)$/.exec(literal).slice(1));
  await writeFile(path.join(directory, 'Chart.yaml'), describeChart());
  await writeFile(path.join(directory, 'values.yaml'), valuesOf(images, Object.fromEntries(settings)));
  await writeFile(path.join(directory, 'templates/settings.yaml'), configMap);
  for (const name of resources) {
    const text = await readFile(path.join(base, name), 'utf8');
    await writeFile(path.join(directory, 'templates', name), templateOf(name, text));
  }
}

function describeChart() {
  const { name, version, description } = manifest;
  return stringify({ apiVersion: 'v2', name, version, appVersion: version, description, kubeVersion: '>=1.25.0-0' });
}

function valuesOf(images, config) {
  const values = {
    images: {
      callEvents: images['call-events'] ?? 'callside/call-events',
      recommender: images.recommender ?? 'callside/recommender',
    },
    host: 'calls.acme.example',
    otherHosts: [],
    tlsSecret: 'callside-tls',
    minReplicas: 2,
    config,
  };
  return `# The Secret \`callside\`, which this chart does not make, has the other settings: docs/operations/kubernetes.md
# host: of the brand BRAND, which the recommender serves. otherHosts: those of other brands.
${stringify(values)}`;
}

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: callside
data:
  {{- range $name, $value := .Values.config }}
  {{ $name }}: {{ $value | quote }}
  {{- end }}
`;

/** A change of the settings starts the pods again, as the suffix of kustomize's ConfigMap does. */
const checksum = '{ checksum/config: "{{ .Values.config | toJson | sha256sum }}" }';

const hook = `annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
`;

const changes = {
  // Before the rest of the chart, also the account.
  'migrations.yaml': [
    [/^ *serviceAccountName: .*\n/gm, ''],
    [/^(metadata:\n {2}name: .*\n)/gm, `$1  ${hook}`],
  ],
  'ingress.yaml': [
    [/calls\.acme\.example\]/g, '{{ join ", " (prepend .Values.otherHosts .Values.host) }}]'],
    ['callside-tls', '{{ .Values.tlsSecret }}'],
    ['host: calls.acme.example', 'host: {{ .Values.host }}'],
    [
      /^( +- \{ path: \/, .*\n)$/gm,
      '$1    {{- range .Values.otherHosts }}\n    - host: {{ . }}\n      http:\n        paths:\n$1    {{- end }}\n',
    ],
  ],
};

function templateOf(name, text) {
  const shared = [
    [/^( *)(labels: \{.*part-of: callside \})$/gm, `$1$2\n$1annotations: ${checksum}`],
    [/image: callside\/call-events$/gm, 'image: {{ .Values.images.callEvents }}'],
    [/image: callside\/recommender$/gm, 'image: {{ .Values.images.recommender }}'],
    [/minReplicas: 2$/gm, 'minReplicas: {{ .Values.minReplicas }}'],
  ].filter(([pattern]) => pattern.test(text));
  return replaceEach(text, [...shared.map(([pattern, by]) => [new RegExp(pattern), by]), ...(changes[name] ?? [])]);
}
