/** What the bench draws and says itself: nobody's rights are in it. */
import sharp from 'sharp';

export const TEXTS = [
  'Summer offer ends today',
  'Free spins at our online casino',
  'Fresh coffee from the mountains',
  'Only this week half the price',
  'Vodka and wine delivered tonight',
  'Download the game and play',
  'New bicycles for every season',
  'Terms and conditions apply here',
];

export const SPOKEN = [
  'Welcome to our online casino.',
  'Buy cheap vodka and beer today.',
  'The weather will be sunny in the morning.',
  'Our new bicycle is the best present for children.',
  'Please drink responsibly and visit our store.',
];

/** Four marks: shapes, letters, both, and one of lines. */
export const LOGOS = [
  {
    name: 'Shapes',
    svg: '<circle cx="60" cy="60" r="45" fill="#d22"/><rect x="120" y="30" width="150" height="60" rx="20" fill="#22d"/>',
  },
  {
    name: 'Letters',
    svg: '<text x="10" y="85" font-size="72" font-weight="bold" font-family="sans-serif" fill="#063">Kvelt</text>',
  },
  {
    name: 'Both',
    svg: '<polygon points="60,10 110,110 10,110" fill="#e80"/><text x="125" y="82" font-size="52" font-family="serif" fill="#222">Ortal</text>',
  },
  {
    name: 'Lines',
    svg: '<g stroke="#808" stroke-width="12" fill="none"><path d="M20 100 L90 20 L160 100 L230 20 L280 80"/></g>',
  },
];

/** A banner of 1,200 by 300 with one line. */
export const textPicture = (text: string, fill: string, background: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><rect width="1200" height="300" fill="${background}"/><text x="40" y="170" font-size="64" font-family="sans-serif" fill="${fill}">${text}</text></svg>`,
    ),
  )
    .jpeg({ quality: 85 })
    .toBuffer();

/** The photograph with the mark in a corner, turned by so many degrees, at a share of its size. */
export async function withLogo(photo: Buffer, logo: Buffer, degrees: number, scale: number): Promise<Buffer> {
  const { width = 300 } = await sharp(logo).metadata();
  const mark = await sharp(logo)
    .resize(Math.round(width * scale * 1.6))
    .rotate(degrees, { background: '#ffffff' })
    .toBuffer();
  return sharp(photo)
    .composite([{ input: mark, left: 120, top: 90 }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
