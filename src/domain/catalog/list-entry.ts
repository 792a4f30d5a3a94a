import { currentGeorefUri, georefUri, mapUri, sourceUri } from './handles.ts';
import type { ArtifactRecord, MapRecord } from './records.ts';
import { markedName, unreadableNote } from './source-limits.ts';
import type { StoredResource } from './store.ts';

/** One entry of `resources/list`, wire form (contract 5.2). */
export type ListEntry = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly size?: number;
};

/** Words and type of an entry before its size is known. */
type Wording = {
  readonly uri: string;
  readonly name: string;
  readonly sentence: string;
  readonly facts: Facts;
  readonly mimeType: string;
};
type Facts = Readonly<Record<string, string | number | null>>;

const JSON_TYPE = 'application/json';

/** `size` is that of the file as it is now; undefined for the map's own entry, which is not a file. */
export function listEntry(resource: StoredResource, size: number | undefined, readLimit: number): ListEntry {
  const { uri, name, sentence, facts, mimeType } = wordingOf(resource);
  const description = `${sentence}${suffixOf(facts)}`;
  if (size === undefined) return { uri, name, description, mimeType };
  const note = size > readLimit ? `${unreadableNote(size, readLimit)} ` : '';
  return { uri, name: markedName(name, size, readLimit), description: `${note}${description}`, mimeType, size };
}

function wordingOf(resource: StoredResource): Wording {
  switch (resource.kind) {
    case 'map':
      return {
        uri: mapUri(resource.map.id),
        name: `map ${resource.map.id}`,
        sentence: 'What is known of a registered map, without its path.',
        facts: {},
        mimeType: JSON_TYPE,
      };
    case 'source':
      return sourceWording(resource.map);
    case 'georef-current':
      return {
        uri: currentGeorefUri(resource.map.id),
        name: `map ${resource.map.id} current georeference`,
        sentence: 'The georeference of the map that is current; it changes when the map is georeferenced again.',
        facts: { map_id: resource.map.id, role: 'georeference' },
        mimeType: JSON_TYPE,
      };
    case 'georef': {
      const { mapId, revision } = resource.georef;
      return {
        uri: georefUri(mapId, revision),
        name: `map ${mapId} georeference revision ${revision}`,
        sentence: 'A georeference of the map that never changes.',
        facts: { map_id: mapId, role: 'georeference', revision },
        mimeType: JSON_TYPE,
      };
    }
    case 'artifact':
      return artifactWording(resource.artifact);
    case 'bundle': {
      const { id, uri, mapId, revision } = resource.bundle;
      return {
        uri,
        name: `bundle ${id} (bundle)`,
        sentence: 'The full result of a knowledge query.',
        facts: { map_id: mapId, revision },
        mimeType: JSON_TYPE,
      };
    }
    case 'overlay': {
      const { id, uri, mapId, revision, mimeType } = resource.overlay;
      const facts = { map_id: mapId, role: 'knowledge_overlay', revision };
      return { uri, name: `overlay ${id} (knowledge_overlay)`, sentence: 'Knowledge drawn over a map.', facts, mimeType };
    }
    case 'export': {
      const { id, uri, format, mapId, revision, mimeType } = resource.exported;
      const facts = { map_id: mapId, role: 'export', format, revision };
      return { uri, name: `export ${id} (${format})`, sentence: 'A file for other programs.', facts, mimeType };
    }
    default:
      return resource satisfies never;
  }
}

const sourceWording = (map: MapRecord): Wording => ({
  uri: sourceUri(map.id),
  name: `map ${map.id} source`,
  sentence: 'The registered scan itself.',
  facts: { map_id: map.id, role: 'source' },
  mimeType: map.mimeType,
});

function artifactWording(artifact: ArtifactRecord): Wording {
  const { id, uri, role, label, mapId, stage, bbox, mimeType, supersededBy } = artifact;
  return {
    uri,
    name: `artifact ${id} (${label === null ? role : `${role}: ${label}`})`,
    sentence:
      supersededBy === null
        ? 'A picture made by processing the map.'
        : 'superseded: a picture made by an earlier processing of the map.',
    facts: { map_id: mapId, role, stage, label, bbox: bbox === null ? null : `[${bbox.join(', ')}]` },
    mimeType,
  };
}

/** ` map_id=…; role=….`, or nothing when there is no fact. */
function suffixOf(facts: Facts): string {
  const parts = Object.entries(facts).flatMap(([key, value]) => (value === null ? [] : [`${key}=${value}`]));
  return parts.length === 0 ? '' : ` ${parts.join('; ')}.`;
}
