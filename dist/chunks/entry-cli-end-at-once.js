import{b as t}from"./entry-cli-say.js";import{a as e}from"./-2.js";function d(n){t(`
Ended at once; trials that had not ended are lost`),process.exit(n)}e(d,"endAtOnce");export{d as a};
