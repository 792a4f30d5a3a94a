import type { ServerResponse } from 'node:http';
import { type Asked, json, type LiveServer, serve } from '../knowledge/live-server.ts';

export type Quake = {
  readonly id: string;
  readonly time: number;
  readonly mag: number;
  readonly lon: number;
  readonly lat: number;
};

/** A quake every twenty days of 2018 to 2020, all over the world, with ids as USGS lists them. */
export const QUAKES: readonly Quake[] = Array.from({ length: 54 }, (_, at) => ({
  id: `us${1000 + at}`,
  time: Date.UTC(2018, 0, 5) + at * 20 * 86_400_000,
  mag: 4 + (at % 30) / 10,
  lon: -175 + ((at * 37) % 350),
  lat: -80 + ((at * 23) % 160),
}));

const feature = ({ id, time, mag, lon, lat }: Quake) => ({
  type: 'Feature',
  id,
  properties: {
    mag,
    place: `near "${id}", somewhere`,
    time,
    updated: time + 1000,
    status: 'reviewed',
    net: 'us',
    code: id.slice(2),
    ids: `,${id},at${id},`,
    sources: ',us,at,',
    type: 'earthquake',
    magType: 'mww',
    gap: 30,
    title: 'M',
  },
  geometry: { type: 'Point', coordinates: [lon, lat, 10.5] },
});

export type Behaviour = {
  /** Takes the request over; true when it has answered or will not. */
  readonly before?: (asked: Asked, answer: ServerResponse) => boolean;
  /** Events that a query may give, as the service has its own limit. */
  readonly limit?: number;
};

/** An event service that answers /count and /query as USGS does, from the quakes above. */
export async function catalogueServer(behaviour: Behaviour = {}): Promise<LiveServer> {
  const { before = () => false, limit = 20_000 } = behaviour;
  return serve((asked, answer) => {
    if (before(asked, answer)) return;
    const at = (name: string): number => Number(asked.params.get(name));
    const time = (name: string): number => Date.parse(asked.params.get(name) ?? '');
    const found = QUAKES.filter(
      (quake) =>
        quake.time >= time('starttime') &&
        quake.time <= time('endtime') &&
        quake.mag >= at('minmagnitude') &&
        quake.lon >= at('minlongitude') &&
        quake.lon <= at('maxlongitude') &&
        quake.lat >= at('minlatitude') &&
        quake.lat <= at('maxlatitude'),
    );
    if (asked.path.endsWith('/count')) return json(answer, { count: found.length, maxAllowed: limit });
    if (found.length > limit) {
      answer.writeHead(400, { 'content-type': 'text/plain' }).end(`Error 400: Bad Request\n\n${found.length} matching events`);
      return;
    }
    json(answer, { type: 'FeatureCollection', metadata: { generated: 1, status: 200 }, features: found.map(feature) });
  });
}
