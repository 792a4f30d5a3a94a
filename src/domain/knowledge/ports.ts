import type { Box } from '../geo/wrap.ts';
import type { KnowledgeSettings } from '../settings/settings.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import type { EventCoverage } from './earthquake-coverage.ts';
import type { EventHits, EventQuery } from './event.ts';
import type { FaultTrace } from './fault.ts';

/** A knowledge file as results name it: a logical file name, never a path. */
export type Asset = {
  readonly name: string;
  /** SHA-256 of the content, lower-case hex. */
  readonly digest: string;
};

/** What a synced mirror says about itself (contract/knowledge.md 6.3). */
export type MirrorFacts = {
  readonly manifestHash: string;
  readonly sourceUrl: string;
  readonly sourceVersion: string;
  readonly retrievedAt: string;
  readonly normalizerVersion: string;
  readonly license: string | null;
  readonly citation: string | null;
  readonly attribution: string | null;
  readonly request: Readonly<Record<string, unknown>>;
  /** What it covers, when it says so in full. */
  readonly coverage: EventCoverage | null;
  readonly coverageNotes: readonly string[];
};

/** A way to open one knowledge file. `open` throws `missing_knowledge_asset` (absent or unusable file) or `unknown_provider`
 * (content that cannot be read); what it returns stays valid when the file changes afterwards. */
export type Source<T> = { open(): Promise<T> };

export type DictionarySource = Source<{ readonly asset: Asset; readonly dictionary: Dictionary }>;

/** An opened catalogue of seismic events: de-duplicated, newest first, indexed by place. */
export type EventCatalogue = {
  readonly asset: Asset;
  readonly mirror: MirrorFacts | null;
  /** Mirrors that are there and were passed over, in words. */
  readonly warnings: readonly string[];
  /** Record columns that the file has at all. */
  readonly columns: ReadonlySet<string>;
  search(query: EventQuery): EventHits;
};
export type EventSource = Source<EventCatalogue>;

/** An opened set of fault traces: one per identity, indexed by place. */
export type FaultCatalogue = {
  readonly asset: Asset;
  readonly mirror: MirrorFacts | null;
  readonly warnings: readonly string[];
  /** Traces that meet one of the parts (closed, exact): how many, and the first `limit` by `byName` (null: all). */
  search(parts: readonly Box[], limit: number | null): FaultHits;
};
export type FaultHits = { readonly total: number; readonly faults: readonly FaultTrace[] };
export type FaultSource = Source<FaultCatalogue>;

export type TextHit = { readonly key: string; readonly answer: string; readonly score: number };
/** An opened text collection with a full-text index; equal keys are one entry. */
export type TextCollection = {
  readonly asset: Asset;
  readonly corpusCount: number;
  /** How many texts are hit, and the best `limit` of them (null: all), best first. */
  search(text: string, limit: number | null): TextHits;
};
export type TextHits = { readonly total: number; readonly hits: readonly TextHit[] };
export type TextSource = Source<TextCollection>;

/** One GET. Redirects are followed; a status is returned, not thrown. Throws `unknown_provider` on transport failures. */
export type HttpRequest = {
  readonly url: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly timeoutMs: number;
  /** Name of the source in messages. */
  readonly label: string;
  readonly signal: AbortSignal;
};
export type HttpAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Milliseconds that the service asks to wait before the next request; null or absent when it says nothing. */
  readonly retryAfterMs?: number | null;
};
export type HttpGet = (request: HttpRequest) => Promise<HttpAnswer>;

/** Google Earth Engine for one call. */
export type EarthEnginePort = {
  /** What the server lacks for it, in words; empty when it can be asked. No network. */
  readonly needs: () => readonly string[];
  /** The result of an expression graph (`value:compute`). Throws `unknown_provider` (provider_failed). */
  readonly compute: (request: {
    readonly expression: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }) => Promise<unknown>;
};

/** Everything a provider may use from outside, bound to the settings of one call. */
export type ProviderPorts = {
  readonly settings: KnowledgeSettings;
  readonly dictionaries: { readonly rock_type: DictionarySource; readonly rock_age: DictionarySource };
  /** Local file of an event source: its mirror when there is one, else the configured CSV for the USGS id; null for neither. */
  readonly events: (sourceId: string) => Promise<EventSource | null>;
  /** The same for fault sources, with the configured GeoJSON for the GEM id. */
  readonly faults: (sourceId: string) => Promise<FaultSource | null>;
  readonly texts: {
    readonly rock_knowledge: TextSource;
    readonly component_usage_knowledge: TextSource;
    readonly downstream_task_knowledge: TextSource;
  };
  readonly http: HttpGet;
  readonly earthEngine: EarthEnginePort;
  /** SHA-256 of a text in UTF-8, lower-case hex. */
  readonly sha256: (text: string) => string;
  /** Now, as ISO-8601 UTC. */
  readonly now: () => string;
};
