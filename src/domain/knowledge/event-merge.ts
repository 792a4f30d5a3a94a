import type { SeismicEvent } from './event.ts';

/** Root of each position after every pair that shares an identity has been joined (union-find with path halving). */
function components(events: readonly SeismicEvent[]): readonly number[] {
  const parent = events.map((_, index) => index);
  const rootOf = (start: number): number => {
    let at = start;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = parent[at] ?? at;
    }
    return at;
  };
  const owner = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    for (const identity of event.identities) {
      const other = owner.get(identity);
      if (other === undefined) owner.set(identity, index);
      else {
        const [a, b] = [rootOf(other), rootOf(index)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  return events.map((_, index) => rootOf(index));
}

/**
 * One event for each group that is linked by shared ids, also over bridging records (KW-22). The member with the latest update
 * stays, with all ids of the group; for equal updates the source that comes first in `sourceOrder`, then the later record.
 * Groups keep the place of their first member.
 */
export function mergeEvents(events: readonly SeismicEvent[], sourceOrder: readonly string[] = []): readonly SeismicEvent[] {
  const rank = (event: SeismicEvent): number => {
    const at = sourceOrder.indexOf(event.sourceId);
    return at < 0 ? sourceOrder.length : at;
  };
  const newer = (kept: SeismicEvent, other: SeismicEvent): boolean => {
    const [a, b] = [kept.updatedMs ?? Number.NEGATIVE_INFINITY, other.updatedMs ?? Number.NEGATIVE_INFINITY];
    return a === b ? rank(other) <= rank(kept) : b > a;
  };
  const groups = new Map<number, SeismicEvent>();
  const identities = new Map<number, Set<string>>();
  for (const [index, root] of components(events).entries()) {
    const event = events[index];
    if (event === undefined) continue;
    const kept = groups.get(root);
    if (kept === undefined || newer(kept, event)) groups.set(root, event);
    const ids = identities.get(root);
    if (ids === undefined) identities.set(root, new Set(event.identities));
    else for (const id of event.identities) ids.add(id);
  }
  return [...groups].map(([root, event]) => {
    const ids = identities.get(root);
    return ids === undefined || ids.size === event.identities.length ? event : { ...event, identities: [...ids] };
  });
}
