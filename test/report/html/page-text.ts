/** An HTML report as a reader without script sees it: a line for each paragraph, heading and row of a table. */
export function pageText(html: string): string {
  const [, body = ''] = html.split(/<body[^>]*>/);
  const [page = ''] = body.split('<script');
  const lines = page
    .replace(/\s+/g, ' ')
    .replace(/<(dialog|svg|noscript|button|select|form)\b.*?<\/\1>/g, '')
    .replace(/<h([1-6])[^>]*>/g, (_, level) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<\/(span|code|small|strong|a)>/g, ' ')
    .replace(
      /<\/?(p|li|h[1-6]|div|tr|summary|dt|dd|section|table|ul|ol|details|nav|header|main|caption|pre)\b[^>]*>|<br>/g,
      '\n',
    )
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => decoded(line).replace(/\s+/g, ' ').trim());
  return `${lines
    .join('\n')
    .replace(/\n{2,}(?!#)/g, '\n')
    .trim()}\n`;
}

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", nbsp: ' ' };
