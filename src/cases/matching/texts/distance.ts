/** Distance of two numbers: exact if both are whole, however large they are. */
export function distance(one: number | bigint, other: number | bigint): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other);
  if (!isWhole(one) || !isWhole(other)) return Math.abs(Number(one) - Number(other));
  const between = BigInt(one) - BigInt(other);
  return Number(between < 0n ? -between : between);
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
