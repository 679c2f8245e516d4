/** The URL, or `null` when the text is none. `URL.parse` is not in every Node that starts the terminal command. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
