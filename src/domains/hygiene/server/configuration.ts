import { and, asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { hygieneAudit } from '#domains/hygiene/contract/audit.ts';
import type { ConfigurationView } from '#domains/hygiene/contract/package-endpoints.ts';
import { type MarkKind, type Rule, USUAL_POLICY } from '#domains/hygiene/contract/policy.ts';
import { sniff } from '#domains/hygiene/contract/sniff.ts';
import { MOST_BYTES } from '#domains/hygiene/contract/terms.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { forgetNames } from './named-persons.ts';
import { requireWhole } from './own-package.ts';
import { refuse } from './refuse.ts';
import { markTable, policyTable, talentTable } from './tables.ts';

type Parts = Pick<HygieneParts, 'database' | 'analyser' | 'now'>;

export async function readConfiguration(scope: Scope, parts: Parts, packageName: string): Promise<ConfigurationView> {
  requireMay(scope, 'tracking.read');
  const { db } = parts.database;
  const name = requireWhole(scope, packageName);
  const [kept] = await db.select().from(policyTable).where(eq(policyTable.packageName, name));
  const marks = await db.select().from(markTable).where(eq(markTable.packageName, name)).orderBy(asc(markTable.id));
  const talent = await db
    .select()
    .from(talentTable)
    .where(eq(talentTable.packageName, name))
    .orderBy(asc(talentTable.id));
  return {
    package_name: name,
    brand: kept?.brand ?? '',
    channels: kept?.channels ?? [],
    rules: [...(kept?.rules ?? USUAL_POLICY.rules)],
    own_words: kept?.ownWords ?? [],
    gallery: kept?.gallery ?? false,
    demographics: kept?.demographics ?? false,
    updated_at: kept?.updatedAt.toISOString() ?? null,
    marks: marks.map(({ id, kind, name: mark, picture }) => ({
      id,
      kind,
      name: mark,
      picture: picture ? `data:image/png;base64,${picture.toString('base64')}` : '',
    })),
    talent: talent.map(({ id, name: person, consentOn, prints }) => ({
      id,
      name: person,
      consent_on: consentOn,
      pictures: prints.length,
    })),
    capabilities: await parts.analyser.capabilities(),
  };
}

interface Wish {
  package_name: string;
  brand: string;
  channels: string[];
  rules: Rule[];
  own_words: string[];
  gallery: boolean;
  demographics: boolean;
}

export async function saveConfiguration(scope: Scope, parts: Parts, wish: Wish): Promise<ConfigurationView> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, wish.package_name);
  const { brand, channels, rules, gallery, demographics, own_words: ownWords } = wish;
  const values = {
    brand,
    channels,
    rules,
    ownWords,
    gallery,
    demographics,
    updatedBy: scope.userName,
    updatedAt: parts.now(),
  };
  await parts.database.db.transaction(async (tx) => {
    await tx
      .insert(policyTable)
      .values({ packageName, ...values })
      .onConflictDoUpdate({ target: policyTable.packageName, set: values });
    await audit(tx, scope, {
      action: hygieneAudit.policy,
      subject: packageName,
      package: packageName,
      details: { rules: rules.length, gallery, demographics },
    });
  });
  return readConfiguration(scope, parts, packageName);
}

const LEAST_SIDE = 16;
const MOST_SIDE = 512;
const MOST_PIXELS = 40_000_000;

/** As PNG, drawn anew; refused where there is nothing to tell it by. */
async function pictureOf(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MOST_BYTES.image) throw refuse('hygiene_large_image', {}, { as: 'too_large' });
  if (sniff(bytes)?.kind !== 'image') throw refuse('hygiene_kind', {}, { as: 'unsupported_media' });
  try {
    const whole = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate();
    const { width = 0, height = 0 } = await whole.metadata();
    const { channels } = await whole.clone().flatten({ background: '#fff' }).stats();
    if (Math.min(width, height) >= LEAST_SIDE && channels.some(({ stdev }) => stdev > 1))
      return await whole.resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
  } catch {
    // Said below, as of one that cannot be told by anything.
  }
  throw refuse('hygiene_mark_unfit', {}, { field: 'file' });
}

export async function addMark(
  scope: Scope,
  parts: Parts,
  { package_name, kind, name }: { package_name: string; kind: MarkKind; name: string },
  bytes: Buffer,
): Promise<number> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, package_name);
  const picture = kind === 'word' ? null : await pictureOf(bytes);
  const hash = kind === 'creative' && picture ? await parts.analyser.hash(bytes) : '';
  return parts.database.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(markTable)
      .values({ packageName, kind, name, picture, hash, createdBy: scope.userName, createdAt: parts.now() })
      .onConflictDoNothing()
      .returning({ id: markTable.id });
    if (!stored) throw refuse('hygiene_mark_twice', {}, { as: 'conflict', field: 'name' });
    const details = { id: stored.id, kind };
    await audit(tx, scope, { action: hygieneAudit.addMark, subject: name, package: packageName, details });
    return stored.id;
  });
}

export async function removeMark(scope: Scope, { database }: Parts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(markTable).where(eq(markTable.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    const packageName = requireWhole(scope, row.packageName);
    await tx.delete(markTable).where(eq(markTable.id, id));
    const details = { id, kind: row.kind };
    await audit(tx, scope, { action: hygieneAudit.deleteMark, subject: row.name, package: packageName, details });
  });
}

interface Person {
  package_name: string;
  name: string;
  email?: string | undefined;
  consent_on: string;
  consent_note: string;
}

/** Pictures of one person: more of them find them better, and more than these do not. */
const MOST_PRINTS = 5;

/** Where the day begins first it is this much further than in UTC. */
const EARLIEST_DAY_MS = 14 * 3_600_000;

/** Keeps numbers of a face with the consent; the picture is not kept. */
export async function addTalent(scope: Scope, parts: Parts, person: Person, bytes: Buffer): Promise<number> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, person.package_name);
  const { db } = parts.database;
  const [policy] = await db.select().from(policyTable).where(eq(policyTable.packageName, packageName));
  if (!policy?.gallery) throw refuse('hygiene_no_gallery', {}, { field: 'name' });
  const today = new Date(parts.now().getTime() + EARLIEST_DAY_MS).toISOString().slice(0, 10);
  if (person.consent_on > today) throw refuse('hygiene_consent', {}, { field: 'consent_on' });
  await pictureOf(bytes);
  const { faces, needs } = await parts.analyser.faces(bytes);
  if (needs !== '') throw refuse('hygiene_no_models', { needs }, { field: 'file' });
  const [print] = faces;
  if (!print) throw refuse('hygiene_no_face', {}, { field: 'file' });
  if (faces.length > 1) throw refuse('hygiene_many_faces', {}, { field: 'file' });
  return db.transaction(async (tx) => {
    const { name, email = '', consent_on: consentOn, consent_note: consentNote } = person;
    const of = and(eq(talentTable.packageName, packageName), eq(talentTable.name, name));
    const [known] = await tx.select().from(talentTable).where(of).for('update');
    const prints = [print, ...(known?.prints ?? [])].slice(0, MOST_PRINTS);
    const values = { email, consentOn, consentNote, prints, createdBy: scope.userName, createdAt: parts.now() };
    const [stored] = await tx
      .insert(talentTable)
      .values({ packageName, name, ...values })
      .onConflictDoUpdate({ target: [talentTable.packageName, talentTable.name], set: values })
      .returning({ id: talentTable.id });
    const id = stored?.id ?? 0;
    // Who it is stands in the gallery, from which it can be erased.
    const details = { id, consent_on: consentOn };
    await audit(tx, scope, { action: hygieneAudit.addTalent, subject: `#${id}`, package: packageName, details });
    return id;
  });
}

export async function removeTalent(scope: Scope, { database }: Parts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(talentTable).where(eq(talentTable.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    const packageName = requireWhole(scope, row.packageName);
    await tx.delete(talentTable).where(eq(talentTable.id, id));
    await forgetNames(tx, [{ packageName, name: row.name }]);
    const details = { id };
    await audit(tx, scope, { action: hygieneAudit.deleteTalent, subject: `#${id}`, package: packageName, details });
  });
}
