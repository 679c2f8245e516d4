import{a as r}from"./-2.js";function n(e){return`judge.${e}`}r(n,"judgeCheckName");function t(e){return e.startsWith("judge.")?e.slice(6):null}r(t,"criterionOfCheck");export{n as a,t as b};
