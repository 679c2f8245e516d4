/**
 * The walls of the house (src/README.md draws them). Each rule says, to whoever breaks it, why the wall is there.
 * `test/repository/boundaries.test.ts` proves that every rule can fail.
 */

/** Rooms of the domain, lowest first: each may import only itself, the rooms below it, and the leaf files beside them (json, hash-json, json-text, git-blob-sha, cut, error-message, split-lines, terminal-sequence, words). */
const rooms = {
  statistics: [],
  matching: [],
  document: [],
  prices: ['document'],
  tools: ['document', 'matching'],
  suite: ['document', 'matching', 'tools'],
  dialects: ['document', 'matching', 'suite'],
  trial: ['suite', 'statistics', 'matching'],
  messages: ['trial'],
  checks: ['suite', 'trial', 'matching', 'statistics'],
  metrics: ['suite', 'trial', 'checks', 'matching', 'statistics'],
  baseline: ['suite', 'trial', 'metrics', 'statistics', 'document'],
  gate: ['suite', 'trial', 'metrics', 'baseline', 'statistics', 'document'],
  calibration: ['trial', 'baseline', 'gate', 'statistics'],
  config: ['document', 'suite', 'trial', 'tools', 'prices', 'gate'],
  'base-rules': ['suite', 'matching', 'baseline', 'gate', 'config'],
  report: ['suite', 'trial', 'checks', 'metrics', 'baseline', 'gate', 'statistics', 'document'],
};

const roomRules = Object.entries(rooms).map(([room, below]) => ({
  name: `domain-${room}-looks-down`,
  comment: `src/domain/${room} may import ${below.length > 0 ? below.join(', ') : 'nothing'} of the domain: values flow one way, so that each room can be read alone.`,
  severity: 'error',
  from: { path: `^src/domain/${room}/` },
  to: { path: '^src/domain/[^/]+/', pathNot: `^src/domain/(${[room, ...below].join('|')})/` },
}));

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'domain-is-pure',
      comment:
        'The domain computes values from values: no node modules, no toolkit of the runner, no SDK. Do the input and output in an adapter.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: {
        path: [
          '^node:',
          '^(fs|path|os|child_process|http|https|crypto|process|url|util|stream)$',
          'node_modules/@actions/',
          'node_modules/(undici|openai|@anthropic-ai|commander|cli-progress|tinyglobby|fflate)/',
        ],
      },
    },
    {
      name: 'domain-knows-no-outer-ring',
      comment: 'The domain is the innermost ring: it may not import the application, an adapter or an entry.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(application|adapters|entry)/|^src/(action|cli)\\.ts' },
    },
    {
      name: 'application-speaks-through-ports',
      comment:
        'The application tells the story through src/application/ports.ts: no adapter, no node module, no toolkit of the runner.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: {
        path: ['^src/adapters/', '^src/entry/', '^src/(action|cli)\\.ts', '^node:', 'node_modules/@actions/'],
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
        pathNot: ['^src/adapters/$1/', '^src/adapters/process/', '^src/adapters/models/(ports\\.ts$|wire/)'],
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
      to: { path: '^src/(action|cli)\\.ts$' },
    },
    {
      name: 'entry-is-for-entries',
      comment:
        'src/entry joins adapters to the application, for the action and for the terminal; only the two entries and itself know it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(entry/|(action|cli)\\.ts$)' },
      to: { path: '^src/entry/' },
    },
    {
      name: 'only-github-touches-the-toolkit',
      comment: 'The toolkit of the runner stays in src/adapters/github, so that everything else runs in a terminal.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(adapters/github/|action\\.ts$)' },
      to: { path: 'node_modules/@actions/' },
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
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs'],
    },
  },
};
