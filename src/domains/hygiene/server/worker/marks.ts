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
  const found: FoundMark[] = [];
  for (const mark of marks) {
    const one = (await byTemplate(cv, path, mark)) ?? (await byFeatures(cv, path, mark));
    if (one) found.push(one);
  }
  return found;
}

const matOf = (cv: OpenCv, { data, width, height }: { data: Buffer; width: number; height: number }): Mat => {
  const mat = new cv.Mat(height, width, cv.CV_8UC1);
  mat.data.set(data.subarray(0, width * height));
  return mat;
};

async function byTemplate(cv: OpenCv, path: string, mark: MarkToFind): Promise<FoundMark | undefined> {
  const seen = await grey(path, SCENE_WIDTH);
  const scene = matOf(cv, seen);
  const [out, none] = [new cv.Mat(), new cv.Mat()];
  let best: FoundMark | undefined;
  try {
    for (const scale of SCALES) {
      const drawn = await grey(mark.picture, SCENE_WIDTH * scale);
      if (drawn.width > seen.width || drawn.height > seen.height || drawn.height < LEAST_SIDE) continue;
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
        place: [maxLoc.x / seen.width, maxLoc.y / seen.height, drawn.width / seen.width, drawn.height / seen.height],
      };
    }
  } finally {
    for (const mat of [scene, out, none]) mat.delete();
  }
  return best;
}

async function byFeatures(cv: OpenCv, path: string, mark: MarkToFind): Promise<FoundMark | undefined> {
  const seen = await grey(path, FEATURES_WIDTH);
  const scene = matOf(cv, seen);
  const drawn = matOf(cv, await grey(mark.picture, FEATURES_WIDTH / 2));
  const orb = new cv.ORB(FEATURES);
  const matcher = new cv.BFMatcher(cv.NORM_HAMMING);
  const [none, ofScene, ofMark, mask] = [new cv.Mat(), new cv.Mat(), new cv.Mat(), new cv.Mat()];
  const [pointsOfScene, pointsOfMark] = [new cv.KeyPointVector(), new cv.KeyPointVector()];
  const pairs = new cv.DMatchVectorVector();
  const owned: Owned[] = [scene, drawn, orb, matcher, none, ofScene, ofMark, mask, pointsOfScene, pointsOfMark, pairs];
  try {
    orb.detectAndCompute(scene, none, pointsOfScene, ofScene);
    orb.detectAndCompute(drawn, none, pointsOfMark, ofMark);
    if (ofScene.rows < LEAST_INLIERS || ofMark.rows < LEAST_INLIERS) return undefined;
    matcher.knnMatch(ofMark, ofScene, pairs, 2);
    const good: { from: { x: number; y: number }; to: { x: number; y: number } }[] = [];
    for (let at = 0; at < pairs.size(); at++) {
      const pair = pairs.get(at);
      if (pair.size() < 2) continue;
      const [first, second] = [pair.get(0), pair.get(1)];
      if (first.distance >= RATIO * second.distance) continue;
      good.push({ from: pointsOfMark.get(first.queryIdx).pt, to: pointsOfScene.get(first.trainIdx).pt });
    }
    if (good.length < LEAST_INLIERS) return undefined;
    const [from, to] = [new cv.Mat(good.length, 1, cv.CV_32FC2), new cv.Mat(good.length, 1, cv.CV_32FC2)];
    owned.push(from, to);
    for (const [at, pair] of good.entries()) {
      from.data32F.set([pair.from.x, pair.from.y], at * 2);
      to.data32F.set([pair.to.x, pair.to.y], at * 2);
    }
    owned.push(cv.findHomography(from, to, cv.RANSAC, OFF_BY, mask));
    const agreeing = good.filter((_, at) => mask.data[at] === 1).map((pair) => pair.to);
    if (agreeing.length < LEAST_INLIERS) return undefined;
    const [xs, ys] = [agreeing.map(({ x }) => x), agreeing.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return {
      name: mark.name,
      confidence: Math.min(1, agreeing.length / SURE_INLIERS),
      method: 'features',
      place: [
        left / seen.width,
        top / seen.height,
        (Math.max(...xs) - left) / seen.width,
        (Math.max(...ys) - top) / seen.height,
      ],
    };
  } finally {
    for (const each of owned) each.delete();
  }
}
