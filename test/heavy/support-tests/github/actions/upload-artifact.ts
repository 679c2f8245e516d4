import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput, setOutput } from '@actions/core';

/** Uploads one artifact with the real client, meets the name clash, replaces it, and lists what the run holds. */
const client = new DefaultArtifactClient();
const folder = process.env['RUNNER_TEMP'] ?? '';
const file = join(folder, 'results.json');

writeFileSync(file, getInput('text'));
const first = await client.uploadArtifact('results', [file], folder);
const clash = await client.uploadArtifact('results', [file], folder).then(
  () => 'no clash',
  (error: Error) => error.message,
);
await client.deleteArtifact('results');
const second = await client.uploadArtifact('results', [file], folder, { retentionDays: 7 });
const { artifact } = await client.getArtifact('results');
const { artifacts } = await client.listArtifacts();
const { downloadPath } = await client.downloadArtifact(second.id ?? 0, { path: join(folder, 'own') });

setOutput('first-id', first.id);
setOutput('clash', clash);
setOutput('second-id', second.id);
setOutput('digest', artifact.digest);
setOutput('listed', artifacts.map((each) => `${each.name}:${each.id}`).join(','));
setOutput('downloaded', downloadPath);
