/** Ends the test where something could not be read, with why. */
export function mustBeRead<Read extends object>(
  read: Read,
): asserts read is Exclude<
  Read,
  { readonly issues: unknown } | { readonly problem: unknown } | { readonly problems: unknown }
> {
  if ('issues' in read || 'problem' in read || 'problems' in read) throw new Error(JSON.stringify(read, null, 2));
}
