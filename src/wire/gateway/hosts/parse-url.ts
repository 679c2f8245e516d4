/** The URL, or `null` if the text is none. Not every Node that runs the terminal command has `URL.parse`. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
