import sharp from 'sharp';
import { required } from './packages.ts';
import { LIMITS } from './tensors.ts';

/** As much of OpenCV as is used. What it makes lies outside of the heap and is deleted by hand. */
interface Owned {
  delete(): void;
}
interface Mat extends Owned {
  rows: number;
  cols: number;
  data: Uint8Array;
  data32F: Float32Array;
}
interface Points extends Owned {
  size(): number;
  get(at: number): { pt: { x: number; y: number } };
}
interface Match {
  queryIdx: number;
  trainIdx: number;
  distance: number;
}
interface Matches extends Owned {
  size(): number;
  get(at: number): { size(): number; get(at: number): Match };
}
interface OpenCv {
  Mat: new (rows?: number, cols?: number, type?: number) => Mat;
  ORB: new (features: number) => Owned & { detectAndCompute(image: Mat, mask: Mat, points: Points, out: Mat): void };
  BFMatcher: new (norm: number) => Owned & { knnMatch(query: Mat, train: Mat, out: Matches, k: number): void };
  KeyPointVector: new () => Points;
  DMatchVectorVector: new () => Matches;
  CV_8UC1: number;
  CV_32FC2: number;
  NORM_HAMMING: number;
  TM_CCOEFF_NORMED: number;
  RANSAC: number;
  matchTemplate(image: Mat, template: Mat, out: Mat, method: number, mask: Mat): void;
  minMaxLoc(image: Mat, mask: Mat): { maxVal: number; maxLoc: { x: number; y: number } };
  findHomography(from: Mat, to: Mat, method: number, threshold: number, mask: Mat): Mat;
  onRuntimeInitialized?: () => void;
}

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

const SCENE_WIDTH = 480;
const FEATURES_WIDTH = 800;
const TEMPLATE_LEAST = 0.75;
/** Widths of the mark as shares of the picture. */
const SCALES = [0.08, 0.11, 0.15, 0.2, 0.25, 0.32, 0.4, 0.5, 0.63, 0.8, 1];
const LEAST_SIDE = 14;
const FEATURES = 1_500;
const RATIO = 0.75;
const LEAST_INLIERS = 10;
/** From so many on it is certain. */
const SURE_INLIERS = 40;
const OFF_BY = 4;
const START_MS = 20_000;

let opened: Promise<{ cv: OpenCv }> | undefined;
/** It has a `then` of its own and would be waited for forever: it is given inside of something. */
function openCv(): Promise<{ cv: OpenCv }> {
  opened ??= new Promise<{ cv: OpenCv }>((resolve, reject) => {
    const cv = required<OpenCv>('@techstark/opencv-js');
    if (typeof cv.Mat === 'function') return resolve({ cv });
    const late = setTimeout(() => reject(new Error('OpenCV does not begin')), START_MS);
    cv.onRuntimeInitialized = () => {
      clearTimeout(late);
      resolve({ cv });
    };
  });
  return opened;
}

const grey = async (from: string | Buffer, width: number): Promise<{ data: Buffer; width: number; height: number }> => {
  const { data, info } = await sharp(from, LIMITS)
    .rotate()
    .flatten({ background: '#fff' })
    .resize({ width: Math.max(LEAST_SIDE, Math.round(width)) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Marks of the package in the picture: upright by its pixels, turned and tilted by its corners. @throws NotInstalled */
export async function findMarks(path: string, marks: readonly MarkToFind[]): Promise<FoundMark[]> {
  if (marks.length === 0) return [];
  const { cv } = await openCv();
  const owned: Owned[] = [];
  const found: FoundMark[] = [];
  try {
    const scene = own(owned, matOf(cv, await grey(path, SCENE_WIDTH)));
    const missed: MarkToFind[] = [];
    for (const mark of marks) {
      const one = await byTemplate(cv, scene, mark);
      if (one) found.push(one);
      else missed.push(mark);
    }
    if (missed.length === 0) return found;
    const corners = cornersOf(cv, owned, await grey(path, FEATURES_WIDTH));
    for (const mark of missed) {
      const one = await byFeatures(cv, corners, mark);
      if (one) found.push(one);
    }
    return found;
  } finally {
    for (const each of owned) each.delete();
  }
}

function own<T extends Owned>(owned: Owned[], made: T): T {
  owned.push(made);
  return made;
}

const matOf = (cv: OpenCv, { data, width, height }: { data: Buffer; width: number; height: number }): Mat => {
  const mat = new cv.Mat(height, width, cv.CV_8UC1);
  mat.data.set(data.subarray(0, width * height));
  return mat;
};

async function byTemplate(cv: OpenCv, scene: Mat, mark: MarkToFind): Promise<FoundMark | undefined> {
  const { cols: width, rows: height } = scene;
  const [out, none] = [new cv.Mat(), new cv.Mat()];
  let best: FoundMark | undefined;
  try {
    for (const scale of SCALES) {
      const drawn = await grey(mark.picture, SCENE_WIDTH * scale);
      if (drawn.width > width || drawn.height > height || drawn.height < LEAST_SIDE) continue;
      const template = matOf(cv, drawn);
      cv.matchTemplate(scene, template, out, cv.TM_CCOEFF_NORMED, none);
      template.delete();
      const { maxVal, maxLoc } = cv.minMaxLoc(out, none);
      // A mark of one colour fits anywhere: its likeness is no number or beyond one.
      if (!(maxVal >= TEMPLATE_LEAST && maxVal <= 1.001) || maxVal <= (best?.confidence ?? 0)) continue;
      best = {
        name: mark.name,
        confidence: Math.min(1, maxVal),
        method: 'template',
        place: [maxLoc.x / width, maxLoc.y / height, drawn.width / width, drawn.height / height],
      };
    }
  } finally {
    for (const mat of [out, none]) mat.delete();
  }
  return best;
}

interface Corners {
  points: Points;
  described: Mat;
  width: number;
  height: number;
}
type Grey = Awaited<ReturnType<typeof grey>>;

function cornersOf(cv: OpenCv, owned: Owned[], picture: Grey): Corners {
  const drawn = own(owned, matOf(cv, picture));
  const [orb, none] = [own(owned, new cv.ORB(FEATURES)), own(owned, new cv.Mat())];
  const [points, described] = [own(owned, new cv.KeyPointVector()), own(owned, new cv.Mat())];
  orb.detectAndCompute(drawn, none, points, described);
  return { points, described, width: picture.width, height: picture.height };
}

async function byFeatures(cv: OpenCv, scene: Corners, mark: MarkToFind): Promise<FoundMark | undefined> {
  const owned: Owned[] = [];
  const made = <T extends Owned>(one: T): T => own(owned, one);
  try {
    const drawn = cornersOf(cv, owned, await grey(mark.picture, FEATURES_WIDTH / 2));
    if (scene.described.rows < LEAST_INLIERS || drawn.described.rows < LEAST_INLIERS) return undefined;
    const [matcher, pairs] = [made(new cv.BFMatcher(cv.NORM_HAMMING)), made(new cv.DMatchVectorVector())];
    matcher.knnMatch(drawn.described, scene.described, pairs, 2);
    const good: { from: { x: number; y: number }; to: { x: number; y: number } }[] = [];
    for (let at = 0; at < pairs.size(); at++) {
      const pair = pairs.get(at);
      if (pair.size() < 2) continue;
      const [first, second] = [pair.get(0), pair.get(1)];
      if (first.distance >= RATIO * second.distance) continue;
      good.push({ from: drawn.points.get(first.queryIdx).pt, to: scene.points.get(first.trainIdx).pt });
    }
    if (good.length < LEAST_INLIERS) return undefined;
    const [from, to] = [made(new cv.Mat(good.length, 1, cv.CV_32FC2)), made(new cv.Mat(good.length, 1, cv.CV_32FC2))];
    const mask = made(new cv.Mat());
    for (const [at, pair] of good.entries()) {
      from.data32F.set([pair.from.x, pair.from.y], at * 2);
      to.data32F.set([pair.to.x, pair.to.y], at * 2);
    }
    made(cv.findHomography(from, to, cv.RANSAC, OFF_BY, mask));
    const agreeing = good.filter((_, at) => mask.data[at] === 1).map((pair) => pair.to);
    if (agreeing.length < LEAST_INLIERS) return undefined;
    const [xs, ys] = [agreeing.map(({ x }) => x), agreeing.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return {
      name: mark.name,
      confidence: Math.min(1, agreeing.length / SURE_INLIERS),
      method: 'features',
      place: [
        left / scene.width,
        top / scene.height,
        (Math.max(...xs) - left) / scene.width,
        (Math.max(...ys) - top) / scene.height,
      ],
    };
  } finally {
    for (const each of owned) each.delete();
  }
}
