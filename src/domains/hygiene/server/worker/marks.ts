import sharp from 'sharp';
import { byCorners, type Corners, cornersOf } from './mark-corners.ts';
import { byPixels } from './mark-pixels.ts';
import { keeping, type Mat, type OpenCv, openCv } from './open-cv.ts';
import { LIMITS } from './tensors.ts';

/** A mark of the package to be looked for. */
export interface MarkToFind {
  name: string;
  picture: Buffer;
}

export interface FoundMark {
  name: string;
  confidence: number;
  method: 'template' | 'features';
  place: [number, number, number, number];
}

const SCENE_WIDTH = 960;
const MARK_SIDE = 400;

interface Grey {
  data: Buffer;
  width: number;
  height: number;
}

async function grey(from: string | Buffer, width: number, height?: number): Promise<Grey> {
  const { data, info } = await sharp(from, LIMITS)
    .rotate()
    .flatten({ background: '#fff' })
    .resize({ width, ...(height === undefined ? {} : { height, fit: 'inside' }) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Marks of the package in the picture: upright by its pixels, turned and tilted by its corners. @throws NotInstalled */
export async function findMarks(path: string, marks: readonly MarkToFind[]): Promise<FoundMark[]> {
  if (marks.length === 0) return [];
  const { cv } = await openCv();
  const picture = await grey(path, SCENE_WIDTH);
  const drawn = await Promise.all(
    marks.map(async ({ name, picture: mark }) => ({ name, mark: await grey(mark, MARK_SIDE, MARK_SIDE) })),
  );
  return keeping((keep) => {
    const scene = keep(matOf(cv, picture));
    let corners: Corners | undefined;
    return drawn.flatMap(({ name, mark }) => {
      const one = keep(matOf(cv, mark));
      const like = byPixels(cv, scene, one);
      if (like) return [{ name, confidence: like.likeness, method: 'template' as const, place: like.place }];
      corners ??= cornersOf(cv, keep, scene);
      return byItsCorners(cv, { scene, corners, name, mark: one });
    });
  });
}

interface ByCorners {
  scene: Mat;
  corners: Corners;
  name: string;
  mark: Mat;
}

function byItsCorners(cv: OpenCv, { scene: { cols, rows }, corners, name, mark }: ByCorners): FoundMark[] {
  const found = byCorners(cv, corners, mark);
  if (!found) return [];
  const [xs, ys] = [found.at.map(({ x }) => x), found.at.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const place: FoundMark['place'] = [left / cols, top / rows, width / cols, height / rows];
  return [{ name, confidence: found.confidence, method: 'features', place }];
}

function matOf(cv: OpenCv, { data, width, height }: Grey): Mat {
  const mat = new cv.Mat(height, width, cv.CV_8UC1);
  mat.data.set(data.subarray(0, width * height));
  return mat;
}
