import{a as e}from"./-2.js";function n(r){return r.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}e(n,"escapeTerminal");export{n as a};
