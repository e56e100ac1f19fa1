import sharp from 'sharp';
import { MOST_LOGO_BYTES, MOST_LOGO_PIXELS } from '#domains/invoices/contract/party.ts';
import { refuse } from './refuse.ts';

/** Wide enough for print in the place it has. */
const [WIDTH, HEIGHT] = [900, 450] as const;
const MEGA = 1_000_000;

const SIGNS: readonly Buffer[] = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([0xff, 0xd8, 0xff])];

const tooLarge = () =>
  refuse(
    'logo_too_large',
    { megabytes: MOST_LOGO_BYTES / 1024 / 1024, megapixels: MOST_LOGO_PIXELS / MEGA },
    { field: 'logo' },
  );

/**
 * A picture of ours from what was uploaded: told by its first bytes, its size read before anything is decoded, drawn anew
 * without what else the file carries.
 */
export async function logoOf(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MOST_LOGO_BYTES) throw tooLarge();
  if (!SIGNS.some((sign) => bytes.subarray(0, sign.length).equals(sign)))
    throw refuse('logo_no_picture', {}, { field: 'logo' });
  const noPicture = () => {
    throw refuse('logo_no_picture', {}, { field: 'logo' });
  };
  const { width = 0, height = 0, format } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(noPicture);
  if (format !== 'png' && format !== 'jpeg') return noPicture();
  if (width * height > MOST_LOGO_PIXELS) throw tooLarge();
  return sharp(bytes, { limitInputPixels: MOST_LOGO_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(noPicture);
}
