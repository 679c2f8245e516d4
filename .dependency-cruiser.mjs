/**
 * The boundaries between rooms (src/README.md describes them). The message of each rule says why it exists.
 * `test/heavy/repository/boundaries.test.ts` proves that every rule can fail.
 */

/** Rooms of the domain, lowest first: each may import only itself, the rooms below it, and the leaf files beside them (src/domain/*.ts). */
export const rooms = {
  statistics: [],
  facts: [],
  document: [],
  lines: ['document', 'statistics'],
  matching: ['document'],
  prices: ['document'],
  tools: ['document', 'matching'],
  judge: ['document', 'statistics'],
  suite: ['document', 'matching', 'tools', 'judge', 'statistics'],
  dialects: ['document', 'suite'],
  trial: ['facts', 'suite', 'judge'],
  mcp: ['document', 'trial'],
  messages: ['trial'],
  checks: ['facts', 'suite', 'trial', 'matching', 'judge'],
  metrics: ['suite', 'trial', 'checks', 'statistics'],
  behaviour: ['trial', 'statistics'],
  baseline: ['behaviour', 'lines', 'facts', 'suite', 'trial', 'metrics', 'statistics', 'judge'],
  bite: ['document', 'matching', 'suite', 'trial', 'checks', 'baseline'],
  gate: ['behaviour', 'suite', 'trial', 'baseline', 'statistics', 'document', 'judge'],
  traces: ['document', 'suite', 'trial', 'mcp', 'messages'],
  calibration: ['trial', 'baseline', 'gate', 'statistics'],
  rows: ['messages'],
  config: ['lines', 'document', 'suite', 'trial', 'mcp', 'tools', 'prices', 'gate', 'judge', 'rows', 'statistics'],
  'base-rules': ['suite', 'matching', 'metrics', 'baseline', 'gate', 'config'],
  history: ['baseline', 'gate', 'statistics'],
  report: [
    'behaviour',
    'lines',
    'facts',
    'bite',
    'matching',
    'suite',
    'judge',
    'trial',
    'metrics',
    'baseline',
    'gate',
    'history',
    'statistics',
  ],
};

/** Where each package may be used: paths below src. What is not in this table may be used nowhere. */
export const packages = {
  '@actions/artifact': ['adapters/github/artifacts/'],
  '@actions/core': ['adapters/github/', 'action.ts'],
  '@actions/github': ['adapters/github/api/'],
  '@anthropic-ai/sdk': ['adapters/models/clients/'],
  '@cfworker/json-schema': ['domain/checks/'],
  '@noble/hashes': ['domain/[^/]+.ts', 'domain/base-rules/'],
  aws4fetch: ['adapters/models/gateway/'],
  chokidar: ['adapters/workspace/'],
  commander: ['cli.ts', 'entry/cli/'],
  diff: ['domain/baseline/pairing/', 'domain/lines/', 'domain/matching/', 'domain/report/html/'],
  'eventsource-parser': ['adapters/mcp/', 'adapters/models/gateway/'],
  'fastest-levenshtein': ['domain/document/', 'domain/matching/similarity/', 'domain/report/'],
  'markdown-table': ['domain/report/'],
  openai: ['adapters/models/clients/'],
  papaparse: ['domain/document/'],
  preact: ['domain/report/html/', 'report-page/'],
  'preact-render-to-string': ['domain/report/html/markup/'],
  re2js: ['domain/matching/'],
  'string-width': ['domain/report/'],
  undici: ['adapters/mcp/', 'adapters/models/gateway/', 'adapters/outbound/'],
  'wrap-ansi': ['domain/report/'],
  yaml: ['domain/document/', 'entry/cli/'],
  zod: ['domain/[^/]+/', 'adapters/agents/', 'adapters/github/', 'adapters/models/cassettes/'],
};

/** What an adapter may see of another: how programs are started, how other machines are reached, what MCP servers saw, how a model is asked, how providers speak. */
export const shared = ['process/', 'outbound/', 'mcp/ports.ts', 'models/ports.ts', 'models/wire/'];

const roomRules = Object.entries(rooms).map(([room, below]) => ({
  name: `domain-${room}-looks-down`,
  comment: `src/domain/${room} may import ${below.length > 0 ? below.join(', ') : 'nothing'} of the domain: values flow one way, so that each room can be read alone.`,
  severity: 'error',
  from: { path: `^src/domain/${room}/` },
  to: { path: '^src/domain/[^/]+/', pathNot: `^src/domain/(${[room, ...below].join('|')})/` },
}));

const packageRules = Object.entries(packages).map(([name, places]) => ({
  name: `${name}-has-its-place`,
  comment: `${name} may be used in ${places.join(', ')} only: one place knows how to call it, the rest only what it is for.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${places.join('|')})` },
  to: { path: `node_modules/${name}/` },
}));

export default {
  forbidden: [
    ...roomRules,
    ...packageRules,
    {
      name: 'packages-are-listed',
      comment: 'A package that src uses has a row in the table of packages, which says where it may be used.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: `node_modules/(${Object.keys(packages).join('|')})/` },
    },
    {
      name: 'inner-rings-are-without-node',
      comment:
        'The domain computes values from values and the application tells the story: neither uses a module of Node. Do the input and output in an adapter.',
      severity: 'error',
      from: { path: '^src/(domain|application)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'leaf-files-stand-alone',
      comment: 'A file that every room of the domain may import imports no room: it would open that room to all.',
      severity: 'error',
      from: { path: '^src/domain/[^/]+$' },
      to: { path: '^src/domain/[^/]+/' },
    },
    {
      name: 'domain-knows-no-outer-ring',
      comment: 'The domain is the innermost ring: it may not import the application, an adapter or an entry.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(application|adapters|entry)/|^src/(action|cli|draw-thread|mcp-relay)\\.ts' },
    },
    {
      name: 'application-speaks-through-ports',
      comment: 'The application tells the story through src/application/ports: no adapter, no entry.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: {
        path: ['^src/adapters/', '^src/entry/', '^src/(action|cli|draw-thread|mcp-relay)\\.ts'],
      },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment:
        'An adapter is one plug in one wall. What two of them need is src/adapters/process (starting and ending programs), what src/adapters/models shows of itself (ports.ts: asking; wire: how providers speak) or belongs further in.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: {
        path: '^src/adapters/',
        pathNot: ['^src/adapters/$1/', `^src/adapters/(${shared.join('|')})`],
      },
    },
    {
      name: 'models-meet-in-ports',
      comment:
        'Whoever asks a model does so through the gateway that src/adapters/models/ports.ts names; beside it only src/adapters/models/wire, how providers speak, is shared.',
      severity: 'error',
      from: { path: '^src/adapters/models/([^/]+)/' },
      to: {
        path: '^src/adapters/models/',
        pathNot: ['^src/adapters/models/($1|wire)/', '^src/adapters/models/ports\\.ts$'],
      },
    },
    {
      name: 'nobody-imports-an-entry',
      comment: 'Entries wire adapters together; nothing depends on them.',
      severity: 'error',
      from: {},
      to: { path: '^src/(action|cli|draw-thread|mcp-relay)\\.ts$' },
    },
    {
      name: 'entry-is-for-entries',
      comment:
        'src/entry joins adapters to the application, for the action and for the terminal; only the two entries and itself know it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(entry/|(action|cli|draw-thread|mcp-relay)\\.ts$)' },
      to: { path: '^src/entry/' },
    },
    {
      name: 'report-page-runs-in-a-browser',
      comment:
        'src/report-page is bundled into every report: it may import what the report is drawn from, and the leaf files of the domain.',
      severity: 'error',
      from: { path: '^src/report-page/' },
      to: { pathNot: ['^src/(report-page/|domain/report/html/|domain/[^/]+\\.ts$)', 'node_modules/preact/'] },
    },
    {
      name: 'report-page-is-a-bundle',
      comment: 'The rest of src sees the script of the report as text (npm run page writes it), never as code.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/report-page/' },
      to: { path: '^src/report-page/' },
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
    exclude: { path: '^src/entry/cli/starter/templates/' },
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
