import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll } from 'vitest';
import type { S3Place } from '#platform/server/files/s3-client.ts';

export interface TestBucket {
  /** The bucket, under a prefix of its own. */
  place(prefix?: string): S3Place;
  /** The storage goes away. */
  stop(): Promise<void>;
  /** It is back, with all it had. */
  start(): Promise<void>;
}

const BUCKET = 'adsieve';

/** The same as the environment says it. */
export const bucketSettings = (place: S3Place): Record<string, string> => ({
  S3_BUCKET: place.bucket,
  S3_PREFIX: place.prefix,
  S3_ENDPOINT: place.endpoint,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
  S3_PATH_STYLE: String(place.pathStyle),
});

/** A stand-in that speaks S3 and holds us to our signatures. */
export function useBucket(): TestBucket {
  const directory = mkdtempSync(join(tmpdir(), 'adsieve-bucket-'));
  let server: S3rver | undefined;
  let port = 0;
  const start = async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    port = (await server.run()).port;
  };
  const stop = async () => {
    server?.httpServer.closeAllConnections();
    await server?.close();
    server = undefined;
  };
  beforeAll(start);
  afterAll(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    start,
    stop,
    place: (prefix = '') => ({
      bucket: BUCKET,
      prefix,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      // The only account the stand-in has.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
    }),
  };
}
