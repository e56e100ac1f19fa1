/** The calls of S3 that files need, signed; whatever is sent lies in memory. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { answering } from './s3-fetch.ts';

/** A bucket and who we are there, as the environment says. */
export interface S3Place {
  bucket: string;
  /** Before every name, with a slash at its end; '' for none. */
  prefix: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of before the host. */
  pathStyle: boolean;
}

/** What the storage answered instead of what was asked for. */
export class S3Refused extends Error {
  override name = 'S3Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`it answers ${status} ${code}`.trim());
    this.status = status;
    this.code = code;
  }
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
const failure = z.object({ Error: z.object({ Code: z.string() }) });
const begun = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string() }) });
const completed = z.object({ CompleteMultipartUploadResult: z.object({ ETag: z.string() }) });
const page = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.string().optional(),
    NextContinuationToken: z.string().optional(),
    Contents: z
      .array(z.object({ Key: z.string(), Size: z.coerce.number(), LastModified: z.coerce.date() }))
      .default([]),
  }),
});

export class S3Client {
  readonly #place: S3Place;
  readonly #call: typeof fetch;
  readonly #base: string;
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(place: S3Place, call: typeof fetch = answering()) {
    this.#place = place;
    this.#call = call;
    const { protocol, host, origin, pathname } = new URL(place.endpoint);
    this.#base = place.pathStyle
      ? `${origin}${pathname.replace(/\/+$/, '')}/${place.bucket}`
      : `${protocol}//${place.bucket}.${host}`;
  }

  /** Headers of an object; undefined when it is not there. */
  async head(key: string): Promise<Headers | undefined> {
    const answer = await this.#ask({ method: 'HEAD', key }, [404]);
    return answer.status === 404 ? undefined : answer.headers;
  }

  /** From that byte to that one, both included; undefined when it is not there. */
  async get(key: string, from: number, to: number | undefined): Promise<Response | undefined> {
    const headers = from === 0 && to === undefined ? {} : { range: `bytes=${from}-${to ?? ''}` };
    try {
      return await this.#ask({ method: 'GET', key, headers });
    } catch (error) {
      if (error instanceof S3Refused && error.code === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  async put(key: string, body: Buffer): Promise<void> {
    await this.#text({ method: 'PUT', key, body });
  }

  async remove(key: string): Promise<void> {
    await this.#text({ method: 'DELETE', key });
  }

  async page(prefix: string, most: number, token: string | undefined) {
    const next: Record<string, string> = token === undefined ? {} : { 'continuation-token': token };
    const query = { 'list-type': '2', 'max-keys': String(most), prefix, ...next };
    const { ListBucketResult: found } = page.parse(parser.parse(await this.#text({ method: 'GET', query })));
    return { objects: found.Contents, next: found.IsTruncated === 'true' ? found.NextContinuationToken : undefined };
  }

  /** Begins an upload in parts and answers its id. */
  async begin(key: string): Promise<string> {
    const answer = await this.#text({ method: 'POST', key, query: { uploads: '' } });
    return begun.parse(parser.parse(answer)).InitiateMultipartUploadResult.UploadId;
  }

  /** Answers the tag of the part, numbered from 1. */
  async part(key: string, upload: string, number: number, body: Buffer): Promise<string> {
    const query = { partNumber: String(number), uploadId: upload };
    const answer = await this.#ask({ method: 'PUT', key, query, body });
    await answer.arrayBuffer();
    return answer.headers.get('etag') ?? '';
  }

  async complete(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#text({ method: 'POST', key, query: { uploadId: upload }, body });
    // What fails at this step is answered with 200 and its words.
    if (!completed.safeParse(parser.parse(answer)).success) throw new S3Refused(200, codeIn(answer));
  }

  async abort(key: string, upload: string): Promise<void> {
    await this.#text({ method: 'DELETE', key, query: { uploadId: upload } });
  }

  async #text(call: Call): Promise<string> {
    return (await this.#ask(call)).text();
  }

  async #ask({ method, key, query = {}, headers = {}, body }: Call, fine: readonly number[] = []): Promise<Response> {
    const { region, accessKeyId, secretAccessKey } = this.#place;
    const signed = await new AwsV4Signer({
      method,
      url: `${this.#base}${key === undefined ? '' : `/${key}`}?${new URLSearchParams(query)}`,
      headers: { ...headers, 'x-amz-content-sha256': hashOf(body ?? '') },
      ...(body === undefined ? {} : { body }),
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      cache: this.#keys,
    }).sign();
    const answer = await this.#call(signed.url, {
      method,
      headers: signed.headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.ok || fine.includes(answer.status)) return answer;
    throw new S3Refused(answer.status, codeIn(await answer.text()));
  }
}

const hashOf = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');

/** The code of a failure; of its words, in which keys may be said, nothing. */
function codeIn(answer: string): string {
  const said = failure.safeParse(answer.startsWith('<') ? parser.parse(answer) : {});
  return said.success ? said.data.Error.Code : '';
}
