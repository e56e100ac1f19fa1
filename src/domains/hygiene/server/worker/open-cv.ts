import { required } from './packages.ts';

/** As much of OpenCV as is used. What it makes lies outside of the heap and is deleted by hand. */
export interface Owned {
  delete(): void;
}
export interface Mat extends Owned {
  rows: number;
  cols: number;
  data: Uint8Array;
  data32F: Float32Array;
  roi(part: Box): Mat;
}
export interface Points extends Owned {
  size(): number;
  get(at: number): { pt: Point };
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
export interface Point {
  x: number;
  y: number;
}
/** Plain objects do where OpenCV speaks of sizes, points, boxes and colours. */
interface Size {
  width: number;
  height: number;
}
export type Box = Point & Size;

export interface OpenCv {
  Mat: new (rows?: number, cols?: number, type?: number) => Mat;
  ORB: new (features: number) => Owned & { detectAndCompute(image: Mat, mask: Mat, points: Points, out: Mat): void };
  BFMatcher: new (norm: number) => Owned & { knnMatch(query: Mat, train: Mat, out: Matches, k: number): void };
  KeyPointVector: new () => Points;
  DMatchVectorVector: new () => Matches;
  CV_8UC1: number;
  CV_32F: number;
  CV_32FC2: number;
  NORM_HAMMING: number;
  TM_CCOEFF_NORMED: number;
  RANSAC: number;
  INTER_AREA: number;
  INTER_LINEAR: number;
  BORDER_DEFAULT: number;
  BORDER_REPLICATE: number;
  resize(image: Mat, out: Mat, size: Size, fx: number, fy: number, how: number): void;
  getRotationMatrix2D(middle: Point, degrees: number, scale: number): Mat;
  warpAffine(image: Mat, out: Mat, how: Mat, size: Size, flags: number, border: number, colour: number[]): void;
  Sobel(
    image: Mat,
    out: Mat,
    depth: number,
    dx: number,
    dy: number,
    side: number,
    scale: number,
    delta: number,
    border: number,
  ): void;
  magnitude(x: Mat, y: Mat, out: Mat): void;
  matchTemplate(image: Mat, template: Mat, out: Mat, method: number, mask: Mat): void;
  minMaxLoc(image: Mat, mask: Mat): { maxVal: number; maxLoc: Point };
  findHomography(from: Mat, to: Mat, method: number, threshold: number, mask: Mat): Mat;
  onRuntimeInitialized?: () => void;
}

const START_MS = 20_000;

let opened: Promise<{ cv: OpenCv }> | undefined;
/**
 * It has a `then` of its own and would be waited for forever: it is given inside of something.
 * @throws NotInstalled
 */
export function openCv(): Promise<{ cv: OpenCv }> {
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

/** Takes note of what was made, and gives it back. */
export type Keep = <T extends Owned>(made: T) => T;

/** Whatever is kept is deleted when the work is done; what it returns must be none of it. */
export function keeping<T>(work: (keep: Keep) => T): T {
  const owned: Owned[] = [];
  try {
    return work((made) => {
      owned.push(made);
      return made;
    });
  } finally {
    for (const each of owned) each.delete();
  }
}
