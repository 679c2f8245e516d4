/**
 * Our own comment as text for a terminal, as GitHub shows it: the first folded part open, the others as one line. For Markdown
 * that this project rendered; anything else comes out garbled but harmless.
 */
export function readableComment(markdown: string): string {
  let folded = 0;
  const unfolded = markdown.replace(
    /<details(?: open)?><summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g,
    (_, title: string, body: string) => {
      folded += 1;
      return folded === 1 ? `▾ ${title}\n${body.trim()}` : `▸ ${title}`;
    },
  );
  return decodeEntities(alignedTables(withoutTags(unfolded)))
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/^### /gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^(▸.*)\n\n(?=▸)/gm, '$1\n')
    .trim();
}

function withoutTags(html: string): string {
  return html
    .replace(
      /<table><tr><th>(.*?)<\/th><th>(.*?)<\/th><\/tr><tr><td>([\s\S]*?)<\/td><td>([\s\S]*?)<\/td><\/tr><\/table>/g,
      '$1:\n$3\n\n$2:\n$4',
    )
    .replace(/<pre>([\s\S]*?)<\/pre>/g, (_, text: string) =>
      text
        .split(/&#10;|\n/)
        .map((line) => `    ${line}`)
        .join('\n'),
    )
    .replaceAll('<br>', ' · ')
    .replace(/<\/?(?:code|details|summary|sub|b)>/g, '');
}

/** Pads the cells of Markdown tables and removes the line of dashes. */
function alignedTables(text: string): string {
  return text.replace(/(?:^\|.*\|\n?)+/gm, (table) => {
    const rows = table
      .trimEnd()
      .split('\n')
      .filter((line) => !/^\|(?: :?-+:? \|)+$/.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => decodeEntities(cell.trim())),
      );
    const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
    return `${rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()).join('\n')}\n`;
  });
}

function decodeEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('\u200b', '');
}
