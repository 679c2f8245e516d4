/**
 * The boundaries between rooms (src/README.md describes them). The message of each rule says why it exists.
 * `test/heavy/repository/boundaries.test.ts` proves that every rule can fail.
 */

/** The rooms of src, lowest first: each may import only itself and those before it. */
export const storeys = [
  ...['common', 'statistics', 'judge', 'cases', 'trials', 'gate', 'config', 'report'],
  ...['ports', 'process', 'wire', 'runner', 'github', 'commands'],
];

/** The pure rooms and what is in them, lowest first: each may import only itself, those named, and the leaf files (src/common/*.ts). */
export const rooms = {
  statistics: [],
  'common/document': [],
  'trials/facts': [],
  'gate/lines': ['common/document', 'statistics'],
  'cases/matching': ['common/document'],
  'trials/model-ends': [],
  'trials/prices': ['common/document'],
  'cases/tools': ['common/document', 'cases/matching'],
  judge: ['common/document', 'statistics'],
  'cases/suite': ['common/document', 'cases/matching', 'cases/tools', 'judge', 'statistics'],
  'cases/dialects': ['common/document', 'cases/suite'],
  'trials/trial': ['trials/facts', 'cases/suite', 'judge'],
  'trials/mcp': ['common/document', 'trials/trial'],
  'trials/messages': ['trials/trial'],
  'trials/checks': ['trials/facts', 'cases/suite', 'trials/trial', 'cases/matching', 'judge'],
  'trials/metrics': ['cases/suite', 'trials/trial', 'trials/checks', 'statistics'],
  'trials/rows': [],
  'trials/traces': ['common/document', 'cases/suite', 'trials/trial', 'trials/mcp', 'trials/messages'],
  'gate/behaviour': ['trials/trial', 'statistics'],
  'gate/baseline': [
    ...['gate/behaviour', 'gate/lines', 'trials/facts', 'cases/suite', 'trials/trial', 'trials/metrics'],
    ...['trials/model-ends', 'statistics', 'judge'],
  ],
  'gate/bite': ['common/document', 'cases/matching', 'cases/suite', 'trials/trial', 'trials/checks', 'gate/baseline'],
  'gate/decision': [
    ...['gate/behaviour', 'cases/suite', 'trials/trial', 'trials/metrics', 'gate/baseline', 'statistics'],
    'common/document',
  ],
  'gate/calibration': ['trials/trial', 'gate/baseline', 'gate/decision', 'statistics'],
  'gate/history': ['gate/baseline', 'gate/decision', 'statistics'],
  'gate/upgrade': ['common/document', 'statistics'],
  config: [
    ...['gate/lines', 'common/document', 'cases/suite', 'trials/trial', 'trials/mcp', 'cases/tools', 'trials/prices'],
    ...['gate/decision', 'judge', 'trials/rows', 'trials/metrics', 'statistics'],
  ],
  'config/base-rules': [
    ...['cases/suite', 'cases/matching', 'trials/metrics', 'gate/baseline', 'gate/decision', 'config'],
  ],
  report: [
    ...['gate/behaviour', 'gate/lines', 'trials/facts', 'gate/bite', 'cases/matching', 'cases/suite', 'judge'],
    ...['trials/trial', 'trials/model-ends', 'trials/metrics', 'gate/baseline', 'gate/decision', 'gate/history'],
    'gate/upgrade',
    'statistics',
  ],
};

/** Where each package may be used: paths below src. What is not in this table may be used nowhere. */
export const packages = {
  '@actions/artifact': ['github/artifacts/'],
  '@actions/core': ['github/', 'wire/gateway/federation/', 'action.ts'],
  '@actions/github': ['github/api/'],
  '@anthropic-ai/sdk': ['wire/clients/', 'wire/gateway/federation/'],
  '@cfworker/json-schema': ['trials/checks/'],
  '@modelcontextprotocol/client': ['wire/mcp/'],
  '@noble/hashes': ['common/[^/]+.ts', 'config/base-rules/'],
  aws4fetch: ['wire/gateway/'],
  chokidar: ['runner/workspace/'],
  commander: ['commands/cli/'],
  diff: ['gate/baseline/pairing/', 'gate/lines/', 'cases/matching/', 'report/html/'],
  'eventsource-parser': ['wire/mcp/', 'wire/gateway/'],
  'fastest-levenshtein': ['common/document/', 'cases/matching/similarity/', 'report/'],
  'markdown-table': ['report/'],
  openai: ['wire/clients/', 'wire/gateway/federation/'],
  papaparse: ['common/document/'],
  preact: ['report/html/', 'report/page/'],
  'preact-render-to-string': ['report/html/markup/'],
  re2js: ['cases/matching/'],
  saxes: ['trials/rows/'],
  'string-width': ['report/'],
  undici: ['wire/mcp/', 'wire/gateway/', 'wire/outbound/'],
  'wrap-ansi': ['report/'],
  yaml: ['common/document/', 'commands/cli/'],
  zod: [
    ...['common/document/', 'judge/', 'cases/', 'trials/', 'gate/', 'config/'],
    ...['report/outputs/', 'runner/agents/', 'github/', 'wire/cassettes/'],
  ],
};

/** What the runner and GitHub may see of the wire: how a model is asked, how providers speak, what MCP servers saw. */
export const shared = ['ports.ts', 'protocols/', 'mcp/ports.ts'];

const ENTRIES = '^src/(action|cli|draw-thread|mcp-relay)\\.ts$';
/** The use cases: the runner without the agents and the workspaces that it reaches through ports. */
const USE_CASES = '^src/runner/(?!agents/|workspace/)';
const PURE = storeys.slice(0, storeys.indexOf('process'));

const storeyRules = storeys.slice(0, -1).map((room, index) => ({
  name: `${room}-looks-down`,
  comment: `src/${room} may import the rooms before it alone (${storeys.slice(0, index).join(', ') || 'none'}): arrows go one way, so that each room can be read without those after it.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${storeys.slice(index + 1).join('|')})/` },
}));

/** Paths in a room, without the rooms inside it that have a row of their own. */
function inside(room) {
  const own = [...Object.keys(rooms), 'report/page'].filter((other) => other.startsWith(`${room}/`));
  return `^src/${room}/${own.map((other) => `(?!${other.slice(room.length + 1)}/)`).join('')}`;
}

const roomRules = Object.entries(rooms).map(([room, below]) => ({
  name: `${room.replace('/', '-')}-sees-its-row`,
  comment: `src/${room} may import ${below.length > 0 ? below.join(', ') : 'nothing'} of the pure rooms: values flow one way, so that each room can be read alone.`,
  severity: 'error',
  from: { path: inside(room) },
  to: {
    // A room that is a whole storey is held by the rule of its storey too: it may break this one alone.
    path: Object.keys(rooms)
      .filter((other) => other !== room && !below.includes(other) && !isAbove(other, room))
      .map(inside),
  },
}));

/** Whether a room stands in a later storey: the rule of the storeys names that arrow. */
function isAbove(other, room) {
  return storeys.indexOf(other.split('/')[0]) > storeys.indexOf(room.split('/')[0]);
}

const packageRules = Object.entries(packages).map(([name, places]) => ({
  name: `${name}-has-its-place`,
  comment: `${name} may be used in ${places.join(', ')} only: one place knows how to call it, the rest only what it is for.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${places.join('|')})` },
  to: { path: `node_modules/${name}/` },
}));

export default {
  forbidden: [
    ...storeyRules,
    ...roomRules.filter(({ to }) => to.path.length > 0),
    ...packageRules,
    {
      name: 'packages-are-listed',
      comment: 'A package that src uses has a row in the table of packages, which says where it may be used.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: `node_modules/(${Object.keys(packages).join('|')})/` },
    },
    {
      name: 'pure-rooms-are-without-node',
      comment:
        'The pure rooms compute values from values and the use cases of the runner tell the story: neither uses a module of Node. Do the input and output in wire, process, runner/agents, runner/workspace or github.',
      severity: 'error',
      from: { path: [`^src/(${PURE.join('|')})/`, USE_CASES] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'leaf-files-stand-alone',
      comment: 'A file that every room may import imports no room: it would open that room to all.',
      severity: 'error',
      from: { path: '^src/common/[^/]+$' },
      to: { path: '^src/common/[^/]+/' },
    },
    {
      name: 'use-cases-speak-through-ports',
      comment:
        'The use cases of the runner tell the story through src/ports: no process, no wire, no agent, no workspace.',
      severity: 'error',
      from: { path: USE_CASES },
      to: { path: ['^src/(process|wire)/', '^src/runner/(agents|workspace)/'] },
    },
    {
      name: 'plugs-do-not-know-each-other',
      comment:
        'Agents, workspaces and GitHub are plugs in walls of their own: what two of them need is src/process or belongs further in.',
      severity: 'error',
      from: { path: '^src/(runner/agents|runner/workspace|github)/' },
      to: { path: '^src/runner/(agents|workspace)/', pathNot: '^src/$1/' },
    },
    {
      name: 'wire-is-seen-through-its-ports',
      comment:
        'Whoever asks a model does so through the gateway that src/wire/ports.ts names; beside it only src/wire/protocols, how providers speak, and src/wire/mcp/ports.ts are seen from outside.',
      severity: 'error',
      from: { path: '^src/(runner|github)/' },
      to: { path: '^src/wire/', pathNot: `^src/wire/(${shared.join('|')})` },
    },
    {
      name: 'wire-meets-in-ports',
      comment:
        'What is on the wire meets in src/wire/ports.ts; beside it only how providers speak (protocols) and how other machines are reached (outbound) are shared.',
      severity: 'error',
      from: { path: '^src/wire/([^/]+)/' },
      to: { path: '^src/wire/', pathNot: ['^src/wire/($1|protocols|outbound)/', '^src/wire/ports\\.ts$'] },
    },
    {
      name: 'labels-decide-nothing',
      comment:
        'Labels of judged trials measure a judge: only `label` and `calibrate` read them, and no run does, as a change may edit them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(judge|runner|runner/workspace)/labels/|^src/commands/cli/judged/' },
      to: { path: '^src/judge/labels/' },
    },
    {
      name: 'terminal-is-a-plug',
      comment: 'What a stream shows and which keys it gives needs no command, no agent and no model.',
      severity: 'error',
      from: { path: '^src/commands/terminal/' },
      to: { path: '^src/(process|wire|runner|github|commands/(?!terminal/))' },
    },
    {
      name: 'nobody-imports-an-entry',
      comment: 'Entries are where a run begins; nothing depends on them.',
      severity: 'error',
      from: {},
      to: { path: ENTRIES },
    },
    {
      name: 'report-page-runs-in-a-browser',
      comment:
        'src/report/page is bundled into every report: it may import what the report is drawn from, and the leaf files.',
      severity: 'error',
      from: { path: '^src/report/page/' },
      to: { pathNot: ['^src/(report/page/|report/html/|common/[^/]+\\.ts$)', 'node_modules/preact/'] },
    },
    {
      name: 'report-page-is-a-bundle',
      comment: 'The rest of src sees the script of the report as text (npm run page writes it), never as code.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/report/page/' },
      to: { path: '^src/report/page/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'source-does-not-import-tests',
      comment: 'Nothing that ships may depend on a test.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'resolvable',
      comment: 'An import that does not resolve would also hide a broken wall.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // What `init` writes imports the packages of the project that it is written into.
    exclude: { path: '^src/commands/cli/starter/templates/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
