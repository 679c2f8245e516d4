import{b as e}from"./entry-cli-say.js";function o(t){e(`
Ended at once; trials that had not ended are lost`),process.exit(t)}export{o as a};
