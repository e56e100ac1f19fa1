/** Outlines of all countries for the map that browsers get, flat and small, from the atlas of Natural Earth. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoContains, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature, merge } from 'topojson-client';

const ATLAS = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
/** Units across: two for each point of a wide screen, so that a part of the world still has edges when it fills it. */
const WIDTH = 2000;
/** What is not larger than this is a dot as well, or nobody would find it. */
const SMALL = 14;
/** Nobody clicks from there, and it would take a fifth of the height. */
const ANTARCTICA = 'AQ';
/** What the atlas draws apart without a code of ISO 3166, and addresses are counted with. */
const COUNTED_WITH = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };
/** Drawn by the atlas with the country that holds it, counted by ISO 3166 (UA-43) and by addresses with the other. */
const CRIMEA = { at: [34.2, 45.2], drawn: 'RU', counted: 'UA' };

const codeOf = ({ id, properties }) =>
  // The engine knows the letters for the three figures of a country.
  id === undefined ? COUNTED_WITH[properties.name] : Intl.getCanonicalLocales(`und-${id}`)[0].slice('und-'.length);

/** Polygons of the atlas by country. */
function polygonsByCode(atlas) {
  const found = new Map();
  for (const geometry of atlas.objects.countries.geometries) {
    const code = codeOf(geometry);
    if (code === undefined || code === ANTARCTICA) continue;
    for (const arcs of geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs) {
      const polygon = { type: 'Polygon', arcs };
      const moves = code === CRIMEA.drawn && geoContains(feature(atlas, polygon), CRIMEA.at);
      const owner = moves ? CRIMEA.counted : code;
      found.set(owner, [...(found.get(owner) ?? []), polygon]);
    }
  }
  return found;
}

/** Outlines in whole units; what crosses the edge of the map lies on both sides of it. */
function ringsOf(project, shape) {
  const rings = [];
  const begin = (x, y) => rings.push([[Math.round(x), Math.round(y)]]);
  const to = (x, y) => {
    const ring = rings.at(-1);
    const [last, next] = [ring.at(-1), [Math.round(x), Math.round(y)]];
    if (last[0] !== next[0] || last[1] !== next[1]) ring.push(next);
  };
  geoPath(project, { moveTo: begin, lineTo: to, closePath: () => undefined, arc: () => undefined })(shape);
  return rings;
}

/** Each point by its way from the one before: a third of what usual writing takes. */
const pathOf = (rings) =>
  rings
    .filter((ring) => ring.length > 2)
    .map(([first, ...rest]) => {
      let before = first;
      const ways = rest.map((point) => {
        const way = `${point[0] - before[0]} ${point[1] - before[1]}`;
        before = point;
        return way;
      });
      return `M${first.join(' ')}l${ways.join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');

/** Around the largest ring alone: overseas parts of France would put its middle into the sea. */
function boxOf(rings) {
  const boxes = rings.map((ring) => {
    const [across, down] = [0, 1].map((axis) => ring.map((point) => point[axis]));
    return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
  });
  const size = ([left, top, right, bottom]) => (right - left) * (bottom - top);
  return boxes.reduce((most, box) => (size(box) > size(most) ? box : most));
}

/** Of the largest part, where most of it is. */
function middleOf(flat, shape) {
  const parts = shape.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  const main = parts.reduce((most, part) => (flat.area(part) > flat.area(most) ? part : most));
  return flat.centroid(main).map(Math.round);
}

export function worldMap() {
  const atlas = JSON.parse(readFileSync(ATLAS, 'utf8'));
  const shapes = [...polygonsByCode(atlas)]
    .map(([code, polygons]) => ({ code, shape: merge(atlas, polygons) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const all = { type: 'GeometryCollection', geometries: shapes.map(({ shape }) => shape) };
  const project = geoNaturalEarth1().fitWidth(WIDTH, all);
  const flat = geoPath(project);
  const countries = Object.fromEntries(
    shapes.map(({ code, shape }) => {
      const rings = ringsOf(project, shape);
      const box = boxOf(rings);
      const small = Math.max(box[2] - box[0], box[3] - box[1]) < SMALL;
      return [code, { outline: pathOf(rings), at: middleOf(flat, shape), box, small }];
    }),
  );
  return { width: WIDTH, height: Math.ceil(flat.bounds(all)[1][1]), countries };
}
