/** How the report in the frame tells the page around it how high it is, so that there is one scroll bar. */
export const heightMessage = (height: number) => ({ adsieveReportHeight: height });

/** No report is longer; a message that says so is none of ours. */
const HIGHEST = 20_000;

export function heightIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('adsieveReportHeight' in data)) return undefined;
  const { adsieveReportHeight: height } = data;
  return typeof height === 'number' && height > 0 && height <= HIGHEST ? Math.ceil(height) : undefined;
}
