import fc from 'fast-check';

/** Which of up to five items on the left go with which of up to five on the right. */
export const pairTables = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
  .chain(([left, right]) =>
    fc.record({
      left: fc.constant(left),
      right: fc.constant(right),
      cells: fc.array(fc.array(fc.boolean(), { minLength: right, maxLength: right }), {
        minLength: left,
        maxLength: left,
      }),
    }),
  );
