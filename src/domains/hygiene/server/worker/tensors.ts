import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { folderOf, imported, required } from './packages.ts';

/** As much of the packages as is used. */
export interface Tensor {
  dispose(): void;
  dataSync(): Float32Array;
  shape: number[];
}
interface GraphModel {
  execute(input: Tensor, node: string): Tensor;
}
export interface TensorFlow {
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor(values: Uint8Array | Float32Array, shape: number[], type: 'int32' | 'float32'): Tensor;
  loadGraphModel(handler: { load: () => Promise<object> }): Promise<GraphModel>;
}
interface Wasm {
  setWasmPaths(prefix: string): void;
  setThreadsCount(count: number): void;
}
interface Rated {
  className: string;
  probability: number;
}
interface Nsfw {
  classify(picture: Tensor, top?: number): Promise<Rated[]>;
}

let flow: Promise<TensorFlow> | undefined;
/** Of the process: every model that uses it gets the same. */
export function tensorFlow(): Promise<TensorFlow> {
  flow ??= start();
  return flow;
}

async function start(): Promise<TensorFlow> {
  const tf = required<TensorFlow>('@tensorflow/tfjs');
  const wasm = required<Wasm>('@tensorflow/tfjs-backend-wasm');
  wasm.setWasmPaths(join(await folderOf('@tensorflow/tfjs-backend-wasm'), 'dist', '/'));
  wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  return tf;
}

/** The picture without its notes, of that size and three colours. */
export async function pixels(path: string, width: number, height: number): Promise<Buffer> {
  return sharp(path, LIMITS)
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** More pixels than any advertisement has are a bomb; one that cannot be read whole is refused. */
export const LIMITS = { limitInputPixels: 40_000_000, failOn: 'error' } as const;

const OBJECTS_SIDE = 512;
const NSFW_SIDE = 224;
const LEAST_OBJECT = 0.25;
/** Rows of the detector: two corners, how sure it is, and which of the eighty it is. */
const ROW = 6;
/** The eighty kinds of things of COCO, in its order. */
export const THINGS =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  );

export interface Thing {
  name: string;
  /** 0 to 1. */
  confidence: number;
  /** Left, top, width, height as shares of the picture. */
  place: [number, number, number, number];
}

let detector: Promise<GraphModel> | undefined;
async function loadDetector(): Promise<GraphModel> {
  const tf = await tensorFlow();
  const folder = join(await folderOf('@vladmandic/human'), 'models');
  const described = JSON.parse(await readFile(join(folder, 'centernet.json'), 'utf8'));
  const weights = await readFile(join(folder, 'centernet.bin'));
  const { modelTopology, format, generatedBy, convertedBy, weightsManifest } = described;
  return tf.loadGraphModel({
    load: async () => ({
      modelTopology,
      format,
      generatedBy,
      convertedBy,
      weightSpecs: weightsManifest.flatMap(({ weights: specs }: { weights: object[] }) => specs),
      weightData: new Uint8Array(weights).buffer,
    }),
  });
}

/** Things of everyday life; its weapons are knives, scissors and bats. @throws NotInstalled */
export async function findThings(path: string): Promise<Thing[]> {
  detector ??= loadDetector();
  const model = await detector;
  const tf = await tensorFlow();
  const read = await pixels(path, OBJECTS_SIDE, OBJECTS_SIDE);
  const input = tf.tensor(new Float32Array(read), [1, OBJECTS_SIDE, OBJECTS_SIDE, 3], 'float32');
  const output = model.execute(input, 'tower_0/detections');
  const rows = output.dataSync();
  input.dispose();
  output.dispose();
  const found: Thing[] = [];
  for (let at = 0; at + ROW <= rows.length; at += ROW) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, confidence = 0, kind = -1] = rows.subarray(at, at + ROW);
    const name = THINGS[kind];
    if (name === undefined || confidence < LEAST_OBJECT) continue;
    const share = (value: number): number => Math.min(1, Math.max(0, value / OBJECTS_SIDE));
    const [left, top] = [share(x1), share(y1)];
    found.push({ name, confidence, place: [left, top, share(x2) - left, share(y2) - top] });
  }
  return found;
}

let rater: Promise<Nsfw> | undefined;
async function loadRater(): Promise<Nsfw> {
  await tensorFlow();
  const core = required<{ load: (name: string, options: object) => Promise<Nsfw> }>('nsfwjs', 'nsfwjs/core');
  // What `require` gets would make a name of each of 3.5 million letters of its weights: 4 s and 600 MB.
  const { MobileNetV2Model } = await imported<{ MobileNetV2Model: object }>('nsfwjs', 'nsfwjs/models/mobilenet_v2');
  return core.load('MobileNetV2', { modelDefinitions: [MobileNetV2Model] });
}

/** How much it is a drawing, a neutral picture, suggestive, or explicit: 0 to 1 each. @throws NotInstalled */
export async function rateNudity(path: string): Promise<Record<string, number>> {
  rater ??= loadRater();
  const model = await rater;
  const tf = await tensorFlow();
  const input = tf.tensor(new Uint8Array(await pixels(path, NSFW_SIDE, NSFW_SIDE)), [NSFW_SIDE, NSFW_SIDE, 3], 'int32');
  const rated = await model.classify(input, 5);
  input.dispose();
  return Object.fromEntries(rated.map(({ className, probability }) => [className, probability]));
}

export interface Face {
  place: [number, number, number, number];
  /** 128 numbers that are near those of the same person. */
  print: number[];
  age: number;
  gender: string;
  genderConfidence: number;
  emotion: string;
  emotionConfidence: number;
}

interface Detected {
  detection: { relativeBox: { x: number; y: number; width: number; height: number } };
  descriptor: Float32Array;
  age: number;
  gender: string;
  genderProbability: number;
  expressions: Record<string, number>;
}
interface Chain extends Promise<Detected[]> {
  withFaceLandmarks(): Chain;
  withFaceExpressions(): Chain;
  withFaceDescriptors(): Chain;
  withAgeAndGender(): Chain;
}
interface Net {
  loadFromDisk(folder: string): Promise<void>;
}
interface FaceApi {
  nets: Record<
    'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet' | 'ageGenderNet' | 'faceExpressionNet',
    Net
  >;
  SsdMobilenetv1Options: new (options: object) => object;
  detectAllFaces(picture: Tensor, options: object): Chain;
}

const FACES_WIDTH = 640;
const LEAST_FACE = 0.5;
let api: Promise<FaceApi> | undefined;
async function loadFaces(): Promise<FaceApi> {
  await tensorFlow();
  await imported('@vladmandic/face-api', '@vladmandic/face-api/package.json').catch(() => undefined);
  const faces = required<FaceApi>('@vladmandic/face-api', '@vladmandic/face-api/dist/face-api.node-wasm.js');
  const folder = join(await folderOf('@vladmandic/face-api'), 'model');
  for (const net of Object.values({
    a: faces.nets.ssdMobilenetv1,
    b: faces.nets.faceLandmark68Net,
    c: faces.nets.faceRecognitionNet,
    d: faces.nets.ageGenderNet,
    e: faces.nets.faceExpressionNet,
  }))
    await net.loadFromDisk(folder);
  return faces;
}

/** Faces, with estimates of whose they are. @throws NotInstalled */
export async function findFaces(path: string): Promise<Face[]> {
  api ??= loadFaces();
  const faces = await api;
  const tf = await tensorFlow();
  const { width = 1, height = 1 } = await sharp(path, LIMITS).metadata();
  const wide = Math.min(FACES_WIDTH, width);
  const high = Math.max(1, Math.round((height * wide) / width));
  const input = tf.tensor(new Uint8Array(await pixels(path, wide, high)), [high, wide, 3], 'int32');
  const options = new faces.SsdMobilenetv1Options({ minConfidence: LEAST_FACE, maxResults: 20 });
  const found = await faces
    .detectAllFaces(input, options)
    .withFaceLandmarks()
    .withFaceExpressions()
    .withFaceDescriptors()
    .withAgeAndGender();
  input.dispose();
  return found.map(({ detection: { relativeBox: box }, descriptor, age, gender, genderProbability, expressions }) => {
    const [emotion = 'neutral', emotionConfidence = 0] =
      Object.entries({ ...expressions }).sort(([, a], [, b]) => b - a)[0] ?? [];
    return {
      place: [box.x, box.y, box.width, box.height],
      print: [...descriptor],
      age,
      gender,
      genderConfidence: genderProbability,
      emotion,
      emotionConfidence,
    };
  });
}
