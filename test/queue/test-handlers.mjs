// @ts-nocheck: read by Node as it is.
// Handlers for tests of queue and processes; a worker loads them only when the code that starts it names this file.
// What to do is the label of `legend.enrich`, or the path of `map.register`.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const dist = (file) => import(pathToFileURL(join(import.meta.dirname, '../../dist', file)).href);

const whenAborted = (signal) =>
  new Promise((_resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener('abort', give);
  });

const ACTIONS = {
  echo: (rest) => rest,
  settings: (_rest, { settings }) => `${settings.detector} ${settings.gates.detectors} ${settings.allowed_roots.join(',')}`,
  'until-cancelled': async (rest, { signal, log, traceId }) => {
    log.info('began', { trace_id: traceId, what: rest });
    await whenAborted(signal).finally(() => log.info('stopped', { trace_id: traceId, what: rest }));
  },
  wait: async (rest, { log, traceId }) => {
    log.info('began', { trace_id: traceId });
    await delay(Number(rest));
    return 'waited';
  },
  abort: () => process.abort(),
  // Native code that holds the whole thread, such as a model that runs.
  block: (rest) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(rest)),
  exit: (rest) => process.exit(Number(rest)),
  pid: () => String(process.pid),
  print: (rest, { traceId }) => {
    writeSync(1, `on descriptor 1: ${rest} trace_id=${traceId}\n`);
    writeSync(2, `on descriptor 2: ${rest} trace_id=${traceId}\n`);
    return rest;
  },
  large: (rest) => 'x'.repeat(Number(rest)),
  length: (rest) => String(rest.length),
  typed: (rest, { fail }) => {
    throw fail('georef_required', {
      message: 'No georeference.',
      details: { map: rest },
      hints: ['Fit one.'],
      logReason: 'why',
    });
  },
  bug: () => {
    throw new TypeError('secret words');
  },
  full: () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  },
  progress: async (rest, { progress }) => {
    for (let step = 1; step <= Number(rest); step += 1) {
      progress({ share: step / Number(rest), message: `step ${step}` });
      await delay(20);
    }
    return 'done';
  },
  wrong: () => 42,
};

async function act(text, context) {
  const [name, ...rest] = text.split(' ');
  return (await ACTIONS[name](rest.join(' '), context)) ?? '';
}

const unused = () => {
  throw new Error('not used by these tests');
};

/** `names` of all jobs; `fail` makes a failure of the build that runs this. */
export const handlersWith = ({ names, fail }) => ({
  ...Object.fromEntries(names.map((name) => [name, unused])),
  'legend.enrich': async (input, context) => {
    const label = await act(input.label, { ...context, fail });
    const payload = { label, lithology: null, stratigraphic_age: null, items: [], warnings: [] };
    return { payload, links: [], preview_file: null };
  },
  'map.register': async (input, context) => {
    const said = await act(input.path, { ...context, fail });
    const payload = {
      map_id: context.traceId,
      map_uri: `geomap://maps/${context.traceId}/map.json`,
      source_uri: `geomap://maps/${context.traceId}/source`,
      mime_type: said,
      source_path_redacted: true,
      size: { width: 1, height: 1 },
      warnings: [],
    };
    return { payload, links: [], preview_file: null };
  },
});

/** What a worker process of dist/ calls. */
export async function createHandlers() {
  const { JOBS } = await dist('queue/jobs/registry.js');
  const { GeomapError } = await dist('domain/errors/geomap-error.js');
  return handlersWith({ names: Object.keys(JOBS), fail: (code, facts) => new GeomapError(code, facts) });
}
