import type { Answer, CallInput, EndpointShape } from '#platform/contract/endpoint.ts';
import { ApiError, errorOf } from './api-error.ts';
import { authorization } from './authorization.ts';
import { bodyOf, urlOf } from './call.ts';
import { type RequestOptions, request } from './request.ts';
import { endIfGone } from './session-gone.ts';

/** What a file is called when neither the server nor the caller names it (CONST-10). */
const DEFAULT_NAME = 'report.csv';

const fileNameOf = (response: Response, fallback: string): string => {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(header)?.[1] ?? fallback);
};

/** A file of all rows takes as long as they do, and asking again would cost as much again. */
const DOWNLOAD_MS = 600_000;

/** Hands bytes to the browser as a file. */
export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the object after the click; freeing it at once loses the file in Safari.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Fetches a `file` endpoint with the session's token (a plain link could not carry it), saves it and says its name. */
export async function download<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions & { name?: string } = {},
): Promise<string> {
  const { headers, ...body } = bodyOf(input);
  const init = { method: endpoint.method, ...body, headers: { ...headers, accept: '*/*' } };
  const response = await request(urlOf(endpoint, input), init, { timeoutMs: DOWNLOAD_MS, ...options });
  const name = fileNameOf(response, options.name ?? DEFAULT_NAME);
  saveAs(await response.blob(), name);
  return name;
}

export interface UploadOptions {
  signal?: AbortSignal;
  /** Bytes sent so far, of the whole. */
  onProgress?: (sent: number, total: number) => void;
  /** Beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends a file as the raw body of an `upload` endpoint. XMLHttpRequest, because fetch cannot tell how far it is. */
export function upload<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  file: Blob,
  options: UploadOptions = {},
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(endpoint.method, urlOf(endpoint, input));
    const headers = {
      ...authorization(),
      accept: 'application/json',
      'content-type': file.type || 'application/octet-stream',
      ...options.headers,
    };
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => options.onProgress?.(event.loaded, event.total);
    xhr.onerror = () => reject(new ApiError('offline', 'The server cannot be reached'));
    xhr.onabort = () => reject(options.signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    xhr.onload = () => {
      const response = new Response(xhr.responseText, {
        status: xhr.status,
        statusText: xhr.statusText,
        headers: { 'retry-after': xhr.getResponseHeader('retry-after') ?? '' },
      });
      const answer = response.ok ? response.json() : errorOf(response).then((error) => Promise.reject(error));
      answer.then(resolve, (error) => {
        endIfGone(error);
        reject(error);
      });
    };
    options.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(file);
  });
}
