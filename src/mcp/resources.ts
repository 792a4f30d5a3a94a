import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { GeomapError, isGeomapError } from '../domain/errors/geomap-error.ts';
import type { LogFields } from '../platform/log.ts';
import { type ShellDeps, traceLines } from './call.ts';
import { publicFacts, toGeomapError } from './envelope.ts';
import { GUIDE_URI, guideMarkdown } from './guide.ts';
import { INTERNAL, INVALID_PARAMS, ProtocolError, RESOURCE_FAILURE } from './protocol-error.ts';

/** Families of handles, as `resources/templates/list` names them (contract 5.1). */
export const RESOURCE_TEMPLATES = [
  { uriTemplate: 'geomap://maps/{map_id}', name: 'map metadata' },
  { uriTemplate: 'geomap://maps/{map_id}/source', name: 'map source' },
  { uriTemplate: 'geomap://maps/{map_id}/georef.json', name: 'current map georeference' },
  { uriTemplate: 'geomap://maps/{map_id}/georef/{revision}.json', name: 'immutable map georeference revision' },
  { uriTemplate: 'geomap://artifacts/{artifact_id}{extension}', name: 'map artifact' },
  { uriTemplate: 'geomap://bundles/{bundle_id}.json', name: 'knowledge bundle' },
  { uriTemplate: 'geomap://overlays/{overlay_id}{extension}', name: 'knowledge overlay' },
  { uriTemplate: 'geomap://exports/{export_id}{extension}', name: 'export' },
] as const;

export type ResourceDeps = ShellDeps & { readonly stateRoot: string };
type Contents = { readonly uri: string; readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });
type Page = { readonly resources: readonly unknown[]; readonly nextCursor?: string };

const hasRegistry = (stateRoot: string): Promise<boolean> =>
  access(join(stateRoot, 'registry.sqlite')).then(
    () => true,
    () => false,
  );

/** One page. Without a registry file there is nothing to list and nothing is started (D2). */
export async function listResources(deps: ResourceDeps, cursor: string | undefined): Promise<Page> {
  if (!(await hasRegistry(deps.stateRoot))) return { resources: [] };
  const traceId = deps.newTraceId();
  try {
    const input = cursor === undefined ? {} : { cursor };
    const page = await deps.runner.run({ name: 'resource.list', input, settings: deps.settings, traceId });
    const resources = page.resources.map((entry) => deps.scrubber.value(entry));
    return page.next_cursor === null ? { resources } : { resources, nextCursor: page.next_cursor };
  } catch (error) {
    const failure = toGeomapError(error, 'listing the resources');
    if (!isGeomapError(error) && error instanceof Error) deps.writeTrace(traceLines(error, traceId));
    deps.log.warning('resource_list', { trace_id: traceId, outcome: failure.code, reason: failure.facts.logReason });
    throw asProtocolError(deps, failure, traceId);
  }
}

/** Content of one handle; logs one line whatever happens (D9). */
export async function readResource(
  deps: ResourceDeps,
  uri: string,
  signal?: AbortSignal,
): Promise<{ readonly contents: readonly Contents[] }> {
  const traceId = deps.newTraceId();
  const startedAt = deps.now();
  const line = (outcome: string, mimeType: string, size: number): LogFields => ({
    trace_id: traceId,
    uri: shownHandle(uri),
    duration_ms: (deps.now() - startedAt).toFixed(3),
    outcome,
    mime_type: mimeType,
    size,
  });
  try {
    const { contents, size } = await contentsOf(deps, { uri, traceId, signal });
    deps.log.info('resource_read', line('ok', contents.mimeType, size));
    return { contents: [contents] };
  } catch (error) {
    const failure = toGeomapError(error, 'reading a resource');
    if (!isGeomapError(error) && error instanceof Error) deps.writeTrace(traceLines(error, traceId));
    deps.log.warning('resource_read', { ...line(failure.code, 'unknown', 0), reason: failure.facts.logReason });
    throw asProtocolError(deps, failure, traceId);
  }
}

type Read = { readonly uri: string; readonly traceId: string; readonly signal: AbortSignal | undefined };

async function contentsOf(
  deps: ResourceDeps,
  { uri, traceId, signal }: Read,
): Promise<{ readonly contents: Contents; readonly size: number }> {
  if (uri === GUIDE_URI) {
    const text = guideMarkdown();
    return { contents: { uri, mimeType: 'text/markdown', text }, size: Buffer.byteLength(text) };
  }
  if (!/^geomap:\/\/[\x21-\x7e]{1,400}$/.test(uri)) throw unknownUri();
  const call = { name: 'resource.resolve', input: { uri }, settings: deps.settings, traceId } as const;
  const found = await deps.runner.run(signal ? { ...call, signal } : call);
  const head = { uri, mimeType: found.mime_type };
  if (found.text !== null) return { contents: { ...head, text: found.text }, size: found.bytes };
  if (found.file === null) throw unknownUri();
  const bytes = await readChecked(found.file, deps.settings.limits.max_resource_read_bytes);
  const contents: Contents = isText(found.mime_type)
    ? { ...head, text: bytes.toString('utf8') }
    : { ...head, blob: bytes.toString('base64') };
  return { contents, size: bytes.length };
}

const unknownUri = (): GeomapError =>
  new GeomapError(
    'artifact_not_found',
    'No resource of this server has that URI. Use the URIs of tool results or of resources/list; they are matched as a whole.',
  );

const isText = (mimeType: string): boolean =>
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)$|image\/svg\+xml$)/.test(mimeType);

/** Reads a file that a worker has just checked: no link is followed, and the limit holds for what is there now. */
async function readChecked(file: string, limit: number): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw new GeomapError('artifact_not_found', {
      message: 'Resource backing file is missing.',
      logReason: error instanceof Error ? error.name : 'open',
    });
  });
  try {
    const { size } = await handle.stat();
    if (size > limit) throw oversize(size, limit);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const oversize = (observed: number, limit: number): GeomapError =>
  new GeomapError('oversize_image', {
    message: `The resource is larger than the limit for reading (${observed} of ${limit} bytes).`,
    details: { observed_bytes: observed, limit_bytes: limit },
    hints: [
      'Read a smaller derived artifact, or ask the server operator to raise GEOMAP_MAX_RESOURCE_READ_BYTES (max_resource_read_bytes).',
    ],
  });

function asProtocolError(deps: ResourceDeps, failure: GeomapError, traceId: string): ProtocolError {
  if (failure.code === 'internal_error')
    return new ProtocolError(INTERNAL, 'An unexpected error occurred while reading a resource.', { trace_id: traceId });
  const facts = publicFacts(failure, traceId, deps.scrubber);
  const code = failure.code === 'invalid_arguments' ? INVALID_PARAMS : RESOURCE_FAILURE;
  return new ProtocolError(code, String(facts.message), facts);
}

/** A handle as it may stand in a log: what is no handle of ours is not repeated. */
const shownHandle = (uri: string): string => (/^geomap:\/\/[a-z]+(?:\/[A-Za-z0-9._-]{1,80}){0,4}$/.test(uri) ? uri : 'other');
