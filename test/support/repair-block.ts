/** The block for a coding agent in a check run's text, as GitHub's API gives it, found by its fence. */
export function blockOf(text: string): unknown {
  const [, , json = ''] = /(?<=^|\n)(`{3,})json\n([\s\S]*?)\n\1(?=\n|$)/.exec(text) ?? [];
  return JSON.parse(json);
}
