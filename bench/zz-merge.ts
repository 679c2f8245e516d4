import { merge } from './measures/zz-merge2.ts'; import { printTable } from './support/table.ts'; printTable(await merge());
