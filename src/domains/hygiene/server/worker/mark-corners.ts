import { type Keep, keeping, type Mat, type OpenCv, type Point, type Points } from './open-cv.ts';

const FEATURES = 1_500;
const RATIO = 0.75;
const LEAST_INLIERS = 10;
/** From so many on it is certain. */
const SURE_INLIERS = 40;
const OFF_BY = 4;

export interface Corners {
  points: Points;
  described: Mat;
}

export function cornersOf(cv: OpenCv, keep: Keep, picture: Mat): Corners {
  const [orb, none] = [keep(new cv.ORB(FEATURES)), keep(new cv.Mat())];
  const [points, described] = [keep(new cv.KeyPointVector()), keep(new cv.Mat())];
  orb.detectAndCompute(picture, none, points, described);
  return { points, described };
}

interface Found {
  confidence: number;
  /** Corners of the scene that agree. */
  at: Point[];
}

/** The mark however it is turned or tilted, by its corners. */
export const byCorners = (cv: OpenCv, scene: Corners, mark: Mat): Found | undefined =>
  keeping((keep) => {
    const drawn = cornersOf(cv, keep, mark);
    const good = pairsOf(cv, keep, drawn, scene);
    if (good.length < LEAST_INLIERS) return undefined;
    const [from, to] = [keep(new cv.Mat(good.length, 1, cv.CV_32FC2)), keep(new cv.Mat(good.length, 1, cv.CV_32FC2))];
    for (const [at, pair] of good.entries()) {
      from.data32F.set([pair.from.x, pair.from.y], at * 2);
      to.data32F.set([pair.to.x, pair.to.y], at * 2);
    }
    const mask = keep(new cv.Mat());
    keep(cv.findHomography(from, to, cv.RANSAC, OFF_BY, mask));
    const at = good.filter((_, n) => mask.data[n] === 1).map((pair) => pair.to);
    return at.length < LEAST_INLIERS ? undefined : { confidence: Math.min(1, at.length / SURE_INLIERS), at };
  });

/** Corners of the mark with the one corner of the scene that each is clearly most like. */
function pairsOf(cv: OpenCv, keep: Keep, mark: Corners, scene: Corners): { from: Point; to: Point }[] {
  if (scene.described.rows < LEAST_INLIERS || mark.described.rows < LEAST_INLIERS) return [];
  const [matcher, pairs] = [keep(new cv.BFMatcher(cv.NORM_HAMMING)), keep(new cv.DMatchVectorVector())];
  matcher.knnMatch(mark.described, scene.described, pairs, 2);
  const good: { from: Point; to: Point }[] = [];
  for (let at = 0; at < pairs.size(); at++) {
    const pair = pairs.get(at);
    if (pair.size() < 2) continue;
    const [first, second] = [pair.get(0), pair.get(1)];
    if (first.distance >= RATIO * second.distance) continue;
    good.push({ from: mark.points.get(first.queryIdx).pt, to: scene.points.get(first.trainIdx).pt });
  }
  return good;
}
