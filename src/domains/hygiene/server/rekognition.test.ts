import { createHash, createHmac } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Received, useHookServer } from '../../../../test/support/use-hook-server.ts';
import { drawn, useHygiene, words } from '../testing/use-hygiene.ts';
import { rekognitionEyes } from './analyser/rekognition.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const PLACE = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET };
const NOW = new Date('2026-11-20T12:00:00Z');

/** Version 4, as https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html says it. */
function signatureOf({ method, headers, body }: Received): string {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, '/', '', signed.join(''), names, hash(body)].join('\n');
  const scope = '20261120/eu-central-1/rekognition/aws4_request';
  const text = ['AWS4-HMAC-SHA256', '20261120T120000Z', scope, hash(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${SECRET}`);
  const signature = hmac(key, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

const box = (Left: number, Top: number) => ({ Left, Top, Width: 0.25, Height: 0.125 });
/** Bodies of the shapes in API_DetectLabels, API_DetectModerationLabels and API_DetectText, with what is not asked for. */
const ANSWERS: Readonly<Record<string, object>> = {
  DetectLabels: {
    LabelModelVersion: '3.0',
    Labels: [
      {
        Name: 'Wine Glass',
        Confidence: 99.25,
        Aliases: [{ Name: 'Goblet' }],
        Categories: [{ Name: 'Food and Beverage' }],
        Parents: [{ Name: 'Glass' }],
        Instances: [{ BoundingBox: box(0.5, 0.25), Confidence: 98, DominantColors: [] }],
      },
      { Name: 'Evening', Confidence: 75.5, Aliases: [], Categories: [], Parents: [], Instances: [] },
    ],
  },
  DetectModerationLabels: {
    ModerationModelVersion: '7.0',
    ContentTypes: [],
    ModerationLabels: [
      { Name: 'Alcohol', Confidence: 88, ParentName: '', TaxonomyLevel: 1 },
      { Name: 'Alcoholic Beverages', Confidence: 92, ParentName: 'Alcohol', TaxonomyLevel: 2 },
      { Name: 'Violence', Confidence: 70, ParentName: '', TaxonomyLevel: 1 },
      { Name: 'Weapons', Confidence: 71, ParentName: 'Violence', TaxonomyLevel: 2 },
      { Name: 'Something of next year', Confidence: 99, ParentName: '', TaxonomyLevel: 1 },
    ],
  },
  DetectText: {
    TextModelVersion: '3.0',
    TextDetections: [
      { DetectedText: 'casino night', Type: 'LINE', Id: 0, Confidence: 99, Geometry: { BoundingBox: box(0, 0) } },
      ...['casino', 'night'].map((DetectedText, n) => ({
        DetectedText,
        Type: 'WORD',
        Id: n + 1,
        ParentId: 0,
        Confidence: 97,
        Geometry: { BoundingBox: box(n * 0.5, 0), Polygon: [{ X: 0, Y: 0 }] },
      })),
    ],
  },
};

const faults: string[] = [];
const target = ({ headers }: Received): string => String(headers['x-amz-target']).replace('RekognitionService.', '');
const aws = useHookServer((got) => {
  const fault = faults.shift();
  const right =
    got.headers.authorization === signatureOf(got) && got.headers['content-type'] === 'application/x-amz-json-1.1';
  if (!right) return { status: 403, body: JSON.stringify({ __type: 'InvalidSignatureException' }) };
  if (fault) return { status: 400, body: JSON.stringify({ __type: fault, Message: `of ${PLACE.accessKeyId}` }) };
  return { status: 200, body: JSON.stringify(ANSWERS[target(got)]) };
});
const { own, upload, safety, analysed } = useHygiene((eyes) =>
  rekognitionEyes({ own: eyes, place: PLACE, outbound: aws.outbound, now: () => NOW }),
);
const owned = { who: 'customer', packageName: own };
beforeEach(() => void aws.received.splice(0));

describe('a service in the place of the models', () => {
  it('is asked for creatives of packages, signed, for what it does alone, and told by the names of this product', async () => {
    const taken = await sharp(await drawn(words('At night'), 900, 300, '#335577'))
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    const result = await analysed(taken, owned);
    expect(aws.received.map(({ host, url }) => [host, url])).toEqual(
      Array.from({ length: 3 }, () => ['rekognition.eu-central-1.amazonaws.com', '/']),
    );
    expect(aws.received.map(target)).toEqual(['DetectLabels', 'DetectModerationLabels', 'DetectText']);
    const sent = await sharp(Buffer.from(JSON.parse(aws.received[0]?.body ?? '').Image.Bytes, 'base64')).metadata();
    expect([sent.format, sent.exif]).toEqual(['jpeg', undefined]);
    expect(result.generic_labels).toMatchObject({ 'Wine Glass': 99, Evening: 76 });
    expect(result.meta.findings.find(({ name }) => name === 'Wine Glass')).toMatchObject({
      source: 'service',
      place: [0.5, 0.25, 0.25, 0.125],
    });
    expect(Object.keys(result.moderation_labels).sort()).toEqual(['Alcohol', 'Gambling', 'Violence', 'Weapons']);
    expect(result.moderation_labels.Alcohol).toMatchObject({ confidence: 0.92, source: 'service' });
    expect(result.moderation_labels.Gambling).toMatchObject({ source: 'text' });
    expect([result.text, result.meta.provider, result.meta.verdict]).toEqual(['casino night', 'aws', 'review']);
    expect(JSON.stringify(result)).not.toMatch(/GPS|52\/1|Somebody/);
  }, 60_000);

  it('is not shown what strangers send', async () => {
    const result = await analysed(await drawn(words('Strangers only'), 900, 300));
    expect([aws.received.length, result.meta.provider, result.text]).toEqual([0, 'embedded', 'Strangers only']);
  }, 60_000);

  it('that is busy is asked again; what it cannot read is said so; one that refuses fails without a word of its keys', async () => {
    const answered = async (...said: string[]) => {
      faults.splice(0, faults.length, ...said);
      const { url } = await upload(await drawn(words(`Try ${said.length}`), 60, 60), owned);
      return (await safety(url, {}, 'customer')).answer;
    };
    const busy = await answered('ThrottlingException', 'com.amazonaws#ProvisionedThroughputExceededException');
    expect([busy.statusCode, aws.received.length]).toEqual([200, 5]);
    expect(await answered('InvalidImageFormatException')).toMatchObject({
      statusCode: 422,
      body: 'This file cannot be read',
    });
    const refused = await answered(...Array.from({ length: 2 }, () => 'AccessDeniedException'));
    expect(refused).toMatchObject({ statusCode: 500, body: 'Something went wrong!' });
    expect(JSON.stringify(refused)).not.toContain('AKID');
  }, 60_000);
});
