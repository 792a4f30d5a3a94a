/**
 * Assignment of rows to columns with the least total cost: `result[row]` is a column, or -1. `cost` is rectangular;
 * `Infinity` forbids a pair, and as many pairs as possible are made before cost counts. Kuhn-Munkres with potentials, O(n³).
 * Source: the shortest augmenting path formulation of Jonker and Volgenant (1987).
 */
export function assignLeastCost(cost: readonly (readonly number[])[]): readonly number[] {
  const rows = cost.length;
  const columns = cost[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return cost.map(() => -1);
  const size = Math.max(rows, columns);
  const finite = cost.flat().filter(Number.isFinite);
  const forbidden = (Math.max(1, ...finite) + 1) * (size + 1);
  const at = (row: number, column: number): number => {
    const value = cost[row]?.[column];
    return value === undefined || !Number.isFinite(value) ? forbidden : value;
  };
  const owner = solve(size, at);
  const result = cost.map(() => -1);
  owner.forEach((row, column) => {
    if (row >= 0 && row < rows && column < columns && Number.isFinite(cost[row]?.[column] ?? Number.NaN)) result[row] = column;
  });
  return result;
}

/** Square problem; gives the row of each column. */
function solve(size: number, at: (row: number, column: number) => number): readonly number[] {
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  const owner = new Int32Array(size + 1).fill(-1);
  for (let row = 0; row < size; row += 1) {
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(size + 1).fill(-1);
    const used = new Uint8Array(size + 1);
    owner[size] = row;
    let column = size;
    while ((owner[column] ?? -1) !== -1) {
      used[column] = 1;
      const from = owner[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = -1;
      for (let other = 0; other < size; other += 1) {
        if (used[other]) continue;
        const reduced = at(from, other) - (rowPotential[from] ?? 0) - (columnPotential[other] ?? 0);
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced;
          before[other] = column;
        }
        if ((least[other] ?? 0) < delta) {
          delta = least[other] ?? 0;
          next = other;
        }
      }
      for (let other = 0; other <= size; other += 1) {
        if (used[other]) {
          const held = owner[other] ?? 0;
          rowPotential[held] = (rowPotential[held] ?? 0) + delta;
          columnPotential[other] = (columnPotential[other] ?? 0) - delta;
        } else least[other] = (least[other] ?? 0) - delta;
      }
      column = next;
    }
    while (column !== size) {
      const previous = before[column] ?? size;
      owner[column] = owner[previous] ?? -1;
      column = previous;
    }
  }
  return [...owner.subarray(0, size)];
}
