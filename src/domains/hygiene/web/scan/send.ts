import { hygieneEndpoints } from '#domains/hygiene/contract/endpoints.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import { analysisOf, type Kind, WAIT_MS } from '#domains/hygiene/contract/terms.ts';
import { call } from '#platform/web/api/call.ts';
import { upload } from '#platform/web/api/files.ts';

/** The address a file is analysed by. The name it is stored under begins with the moment. */
export async function sendFile(
  file: File,
  packageName: string | undefined,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<string> {
  const called = encodeURIComponent(file.name);
  const { signedURL } = await upload(
    hygieneEndpoints.upload,
    { query: packageName === undefined ? {} : { package_name: packageName }, body: file },
    file,
    {
      headers: { 'content-disposition': `attachment; filename="${Date.now()}_${called}"` },
      signal,
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    },
  );
  return signedURL;
}

/** Waits for what was found: longer than other calls, for a film takes a while (CLI-GAP-03). */
export const askAnalysis = (kind: Kind, address: string, signal: AbortSignal): Promise<AnalysisAnswer> =>
  call(
    hygieneEndpoints.safety,
    { body: { endpoint: analysisOf(kind), authorization: '', s3_presigned_url: address } },
    { timeoutMs: WAIT_MS, signal },
  );
