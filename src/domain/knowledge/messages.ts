/**
 * Every sentence of the knowledge layer (contract/knowledge.md 12). No paths and no long input: tokens are quoted and cut.
 * Codes in front (`not_covered:` ...) are for agents that compare, the rest is for people.
 */

const MAX_TOKEN = 48;

/** A short quoted form of something a caller wrote. */
export const quoted = (token: string): string => {
  const text = [...token.replace(/\s+/gu, ' ')];
  return `'${text.length > MAX_TOKEN ? `${text.slice(0, MAX_TOKEN).join('')}…` : text.join('')}'`;
};

const listed = (items: readonly string[]): string => items.join(', ');
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const NOT_EVIDENCE = 'An empty result is no evidence that there are none.';

// Selection and options -----------------------------------------------------------------------------------------------------
export const selectionNoMatch = (token: string): string => `No provider is called ${quoted(token)}; that filter was ignored.`;
export const selectionAmbiguous = (token: string): string =>
  `The filter ${quoted(token)} fits several providers and was ignored; use a provider id.`;
export const selectionUnsupported = (provider: string, needs: readonly string[]): string =>
  `${provider} cannot serve this request: it needs ${listed(needs)}.`;
export const selectionUnresolved = (tokens: readonly string[], registered: readonly string[]): string =>
  `No provider is called ${listed(tokens.map(quoted))}. Registered providers: ${listed([...registered].sort())}.`;
export const selectionUnusable = (reasons: readonly string[]): string =>
  `The providers named in include exist, but none of them can be used for this request.${reasons.length > 0 ? ` ${reasons.join(' ')}` : ''}`;
export const selectionCancelled = (providers: readonly string[]): string =>
  `Everything that include names is taken out again by exclude (${listed(providers)}); leave exclude out or name other providers.`;
export const optionsUnknownProvider = (key: string): string =>
  `provider_options names no provider with ${quoted(key)}; use a provider id as key.`;
export const optionsIgnored = (provider: string): string =>
  `provider_options for ${provider} were ignored, because it is not asked in this query.`;
export const optionsNotAccepted = (provider: string): string => `${provider} takes no provider_options; leave them out.`;
export const limitIgnored = (key: string): string =>
  `max_records_by_provider has no effect for ${quoted(key)}: its keys must be exact provider ids.`;

export const optionUnknown = (provider: string, keys: readonly string[], known: readonly string[]): string =>
  `${provider} has no option ${listed([...keys].sort().map(quoted))}. Its options: ${listed(known)}.`;
export const optionBoth = (provider: string): string => `Give ${provider} either source or sources, not both.`;
export const optionSource = (provider: string, ids: readonly string[], configured: readonly string[]): string =>
  `${provider} has no configured source ${listed(ids.map(quoted))}. Configured: ${listed(configured)}.`;
export const optionSourcesType = (provider: string): string =>
  `The option sources of ${provider} must be a list of source ids or a comma-separated text.`;
export const optionNoSource = (provider: string): string =>
  `The options of ${provider} select no source at all; name at least one.`;
export const optionMode = (provider: string, mode: string): string =>
  `${provider} has no source_mode ${quoted(mode)}; use local_mirror, legacy_asset or live.`;
export const optionModeUnavailable = (provider: string, source: string, mode: string): string =>
  `${source} cannot be asked in source_mode ${quoted(mode)} on this server; leave source_mode out of the options of ${provider}.`;
export const optionSort = (provider: string, orders: readonly string[]): string =>
  `The option sort of ${provider} must be one of: ${listed(orders)}.`;
export const optionNumeric = (key: string): string => `The option ${key} must be a number.`;
export const optionText = (key: string): string => `The option ${key} must be a text.`;
export const optionInstant = (key: string): string =>
  `The option ${key} must be a date (2021-03-01), a date-time (2021-03-01T12:00:00Z) or epoch milliseconds.`;
export const optionKinds = (): string =>
  'The option event_types must be "all", a list of event types, or a comma-separated text.';
export const optionFaultLive = (): string =>
  'source_mode live is possible only for fault sources with a live service; name such a source.';
export const optionMineralLive = (): string => 'mineral_occurrences has live sources only; leave source_mode out or use live.';

// Failures --------------------------------------------------------------------------------------------------------------------
export const assetMissing = (name: string, state: 'absent' | 'unusable'): string =>
  state === 'absent'
    ? `The knowledge file ${name} is not installed.`
    : `The knowledge file ${name} is there but is no usable file.`;
export const assetBroken = (name: string, problem: string): string => `The knowledge file ${name} cannot be used: ${problem}.`;
export const assetChanging = (name: string): string =>
  `The knowledge file ${name} changed while it was read. Repeat the query when it is written completely.`;
export const storeDamaged = (name: string): string =>
  `What the server kept of the knowledge file ${name} was damaged and is made anew by the next query. Repeat the query.`;
export const storeWaiting = (name: string): string => `Waiting for another process that takes ${name} into the knowledge store.`;
export const storeIngesting = (name: string, percent: number): string =>
  `Taking ${name} into the knowledge store, which is done once (${percent} %).`;
export const unexpectedFailure = (className: string): string =>
  `it failed unexpectedly (${className}); see the server's log under this trace ID`;
export const explicitFailed = (provider: string, cause: string): string => `${provider}: ${cause}`;
export const providerUnavailable = (provider: string): string =>
  `${provider} is unavailable: its data or a dependency is missing on the server.`;
export const providerFailedWarning = (provider: string, cause: string): string =>
  `${provider} failed and gave no records: ${cause}`;
export const providerFailedError = (provider: string, cause: string): string => `The provider ${provider} failed: ${cause}`;
export const sourceFailed = (provider: string, source: string, cause: string): string =>
  `partial: ${provider} got no answer from its source ${source}, so the counts leave that source out. ${cause}`;
export const httpFailed = (source: string, cause: string): string =>
  `The request to ${source} failed (${cause}); ask again later, or the server operator checks network and proxy.`;
export const httpStatus = (source: string, status: number): string => `${source} answered with HTTP status ${status}.`;
export const httpContent = (source: string): string => `${source} did not answer with the JSON that was asked for.`;
export const answeredFromCache = (provider: string, storedAt: string): string =>
  `cached: ${provider} answers with what its live source said at ${storedAt}; newer data are asked for once that answer is out of date.`;
export const cacheNotWritten = (provider: string): string =>
  `cache_not_written: the answer of ${provider} could not be kept on the server's disk, so it will be asked for again.`;
export const outOfTime = (seconds: number): string => `it did not answer within ${seconds} s`;
export const legacyFallback = (provider: string, asset: string): string =>
  `${provider} answers from the installed file ${asset}; no synced mirror was found.`;
export const mirrorRefused = (source: string, version: string): string =>
  `The synced mirror ${quoted(version)} of ${source} was passed over: its manifest, path or checksum is not sound. The operator can sync it again.`;

// Rocks -----------------------------------------------------------------------------------------------------------------------
export const rockFound = (label: string, value: string): string => `${label}: ${value}`;
export const rockNone = (name: string, label: string): string => `No ${name} is known for ${quoted(label)}.`;
export const rockConflict = (label: string, names: readonly string[]): string =>
  `conflict: ${quoted(label)} names ages that exclude each other (${listed(names)}); the first one is given as the value.`;
export const ageFromSymbol = (label: string, alternatives: readonly string[]): string =>
  `symbol_only: the age of ${quoted(label)} comes from the letters of its map symbol alone, which may also mean ${listed(alternatives)}; check it against the map's explanation.`;
export const dictionaryBroken = (provider: string, cause: string): string =>
  `${provider} answers from the built-in dictionary only. ${cause}`;

// Earthquakes -----------------------------------------------------------------------------------------------------------------
export type EventCounts = { readonly total: number; readonly returned: number; readonly nearby: number };
export const eventsFound = ({ total, returned, nearby }: EventCounts, filters: string): string => {
  const margin = nearby > 0 ? `, ${nearby} of the returned ones up to 0.05 degrees outside the box` : '';
  return `${plural(total, 'earthquake record')} found (${returned} returned${margin}); ${filters}.`;
};
export const eventsNone = (filters: string): string => `No earthquake record found; ${filters}. ${NOT_EVIDENCE}`;
export const eventsNotCovered = (asset: string): string => `not_covered: ${asset} has no data for this area, time or magnitude.`;
export const eventsNotCoveredWarning = (asset: string, coverage: string): string =>
  `not_covered: earthquake_history has no data for this request. ${asset} covers ${coverage}. This says nothing about whether earthquakes happened; ask with source_mode "live" for other areas.`;
export const eventsPartlyCovered = (asset: string, coverage: string): string =>
  `partly_covered: the request goes beyond ${asset}, which covers ${coverage}. Outside it, absence means nothing.`;
export const eventsCoverageUnknown = (asset: string): string =>
  `coverage_unknown: which area, time and magnitudes ${asset} covers is not known, so its counts may be incomplete and an empty result is no evidence of absence.`;
export const eventsCapped = (source: string, count: number): string =>
  `at_least: ${source} was asked for ${count} events at most and sent as many, so there are more; narrow time, magnitude or bounds.`;
export const eventsNoneWarning = (): string => `earthquake_history found nothing. ${NOT_EVIDENCE}`;
export const eventsExcluded = (counts: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `excluded_by_type: ${total} record${total === 1 ? '' : 's'} of other event types left out (${listed(parts)}); the option event_types brings them in.`;
};
export const eventsWithoutMagnitude = (count: number): string =>
  `${plural(count, 'record')} without a magnitude left out, because the query asks for one.`;

// Faults ----------------------------------------------------------------------------------------------------------------------
export const faultsFound = (total: number, returned: number): string =>
  `${plural(total, 'active fault')} found (${returned} returned), by exact test of trace and box.`;
export const faultsNone = (): string => `No active fault was found in the area. ${NOT_EVIDENCE}`;
export const faultsNoneWarning = (sources: readonly string[]): string =>
  `No active fault of ${listed(sources)} meets the area. Faults that were never mapped or are not in the catalogue cannot be found: an empty result is no evidence of absence.`;
export const faultNotCovered = (source: string, region: string): string =>
  `not_covered: ${source} covers ${region} only and was not asked for this area.`;
export const gemGap = (region: string): string =>
  `The GEM catalogue is known to be incomplete in and around ${region.replaceAll('_', ' ')}: a missing fault may mean that it is not covered.`;

// Minerals --------------------------------------------------------------------------------------------------------------------
export const mineralsFound = (total: number, returned: number): string =>
  `${plural(total, 'mineral occurrence')} found in the covered area (${returned} returned).`;
export const mineralsEmpty = (): string =>
  `No mineral occurrence was found in the covered area. ${NOT_EVIDENCE} It depends on the vintage and coverage of the sources.`;
export const mineralsOutside = (): string => 'The area lies outside the coverage of every configured mineral source.';
export const mineralsNotCovered = (region: string, source: string): string =>
  `not_covered: the area lies outside ${region}, the coverage of ${source}; that is no evidence about mineral occurrences.`;
export const mineralsLiveNote = (source: string): string =>
  `${source} is a live service: counts reflect its present vintage and coverage.`;
export const mineralsAtLeast = (source: string, count: number): string =>
  `at_least: ${source} cut its answer at ${count} features, so there may be more.`;

// Texts -----------------------------------------------------------------------------------------------------------------------
export const textsFound = (found: number, returned: number): string =>
  `${plural(found, 'text')} found by full-text search (${returned} returned).`;
export const textsNone = (): string => 'No text contains a word of the query.';
export const textsNotWanted = (found: number): string => `No text was asked for (limit 0); ${plural(found, 'text')} would match.`;

// Maps ------------------------------------------------------------------------------------------------------------------------
export const queryMapEmpty = (): string =>
  'Nothing to ask about: give bounds or legend_labels, georeference the map, or pass metadata with bounds, georef or legend labels.';
