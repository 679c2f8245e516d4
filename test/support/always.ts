import fc from 'fast-check';

/**
 * Tries a property that answers at once. One that is awaited does not fit here: `await fc.assert(…)` tries it, and the linter sees
 * whoever forgets to wait.
 *
 * @throws what failed, with the smallest example
 */
export function always<Values>(
  property: fc.IProperty<Values> | fc.IPropertyWithHooks<Values>,
  options?: fc.Parameters<Values>,
): void {
  fc.assert(property, options);
}
