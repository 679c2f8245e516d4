// Writes knowledge.index, the search index over knowledge/*.md; the config runs it once, under `setup`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const articles = readdirSync('knowledge')
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => {
    const [title, ...body] = readFileSync(`knowledge/${name}`, 'utf8').trim().split('\n');
    return { id: name.replace('.md', ''), title: title.replace('# ', ''), text: body.join(' ').trim() };
  });
writeFileSync('knowledge.index', JSON.stringify(articles));
console.log(`${articles.length} articles indexed`);
